/** Characters that turn the direction of what follows, or cannot be seen. */
const UNSEEN = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** A text of strangers (a token's symbol, a name) on one line: what cannot be seen shows as �, and it ends somewhere. */
export function plain(text: string, most = 120): string {
  const seen = text.replace(UNSEEN, '\ufffd');
  const letters = Array.from(seen.length > most * 2 ? seen.slice(0, most * 2 + 1) : seen);
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : seen;
}

/** A text of strangers that has lines, each of them as `plain` shows it. */
export const plainLines = (text: string, most = 400) =>
  text
    .split(/\r?\n/)
    .map((line) => plain(line, most))
    .join('\n');

/** A text of strangers that keeps its lines and tabs, as code does. */
export const visible = (text: string) => text.replace(UNSEEN, (sign) => (/[\t\n\r]/.test(sign) ? sign : '\ufffd'));

/** 0x88e6…5640, where a whole hash has no room. */
export const short = (hash: string) => (hash.length > 13 ? `${hash.slice(0, 6)}…${hash.slice(-4)}` : hash);

/** A sentence of the service, whose hashes and addresses are whole, where they have no room. */
export const brief = (text: string) => text.replace(/0x[0-9a-f]{40}(?:[0-9a-f]{24})?(?![0-9a-z])/gi, short);

/** 1 pool, 2 pools */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
