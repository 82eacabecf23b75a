export type Scope = 'read' | 'research:write' | 'exports';

/** What a key may be used for, in words. */
export const scopes: [Scope, string, string][] = [
  ['read', 'Read', 'Every figure that the plan opens.'],
  ['research:write', 'Write research', 'Pages and citations, in your name.'],
  ['exports', 'Exports', 'Make files of datasets and fetch them.'],
];
export const scopeName = (scope: string) => scopes.find(([key]) => key === scope)?.[1] ?? scope;

export const keyStates: Record<
  'active' | 'rotated' | 'expired' | 'revoked' | 'minter_left',
  { word: string; tone: string; says: string }
> = {
  active: { word: 'active', tone: 'up', says: 'It works.' },
  rotated: { word: 'rotated', tone: 'warn', says: 'Its successor works already; it works on until it ends.' },
  expired: { word: 'ended', tone: '', says: 'Its time is over.' },
  revoked: { word: 'revoked', tone: 'down', says: 'It opens nothing any more.' },
  minter_left: {
    word: 'minter left',
    tone: 'down',
    says: 'The member who minted it has left, and it stopped with them.',
  },
};

/** A request that runs as it stands. */
export function curlOf(secret: string, granted: readonly string[], origin: string, basePath: string): string {
  const path = granted.includes('read') ? '/pairs?limit=3' : '/me';
  return `curl -H 'Authorization: Bearer ${secret}' \\\n  '${origin}${basePath}${path}'`;
}
