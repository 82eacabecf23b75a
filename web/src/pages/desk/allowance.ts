/** 3 of 500; 3, unlimited */
export const allowed = (used: number, limit: number | null) =>
  limit === null
    ? `${used.toLocaleString('en-US')}, your plan sets no limit`
    : `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} that your plan allows`;
