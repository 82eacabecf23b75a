/** The categories of events, and the tone that each is shown in. */
export const categories = [
  'exploit',
  'governance',
  'launch',
  'depeg',
  'upgrade',
  'listing',
  'incentive',
  'other',
] as const;
export type Category = (typeof categories)[number];

const tones: Partial<Record<Category, string>> = {
  exploit: 'down',
  depeg: 'warn',
  governance: 'info',
  upgrade: 'info',
  launch: 'up',
};

export const toneOf = (category: Category) => tones[category] ?? '';
