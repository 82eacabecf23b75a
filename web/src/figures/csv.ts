/** Rows as CSV (RFC 4180). A text that a spreadsheet would run begins with an apostrophe; numbers stay as they are. */
export function csv(header: string[], rows: (string | number | boolean | null)[][]): string {
  return [header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  const text = String(value);
  const runs = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const safe = runs ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Gives the reader a file. */
export function download(name: string, text: string, type = 'text/csv'): void {
  const link = document.createElement('a');
  const address = URL.createObjectURL(new Blob([text], { type }));
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
