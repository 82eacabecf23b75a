/** Words for what the API names by keys. */
const ROLES: Record<string, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };
const WAYS_IN: Record<string, string> = {
  password: 'password',
  provider: 'provider',
  invitation: 'invitation',
  recovery: 'letter for a new password',
};

export const roleName = (role: string) => ROLES[role] ?? role;
export const wayIn = (way: string) => WAYS_IN[way] ?? way;

/** A browser's description of itself, in three words where it is one of the known ones. */
export function browserOf(agent: string): string | null {
  const browsers: [RegExp, string][] = [
    [/Edg\/(\d+)/, 'Edge'],
    [/Firefox\/(\d+)/, 'Firefox'],
    [/(?:HeadlessChrome|Chrome|Chromium)\/(\d+)/, 'Chrome'],
    [/Version\/(\d+).*Safari/, 'Safari'],
  ];
  const systems: [RegExp, string][] = [
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X|Macintosh/, 'macOS'],
    [/Linux|X11/, 'Linux'],
  ];
  const browser = browsers
    .map(([shape, name]) => ({ name, version: shape.exec(agent)?.[1] }))
    .find((one) => one.version);
  const system = systems.find(([shape]) => shape.test(agent))?.[1];
  if (!browser) return null;
  return `${browser.name} ${browser.version}${system ? ` on ${system}` : ''}`;
}

/** 12.4 kB */
export function bytes(size: number): string {
  if (size < 1000) return `${size} bytes`;
  return size < 1_000_000 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

export type Role = 'member' | 'admin' | 'owner';

/** The roles that may be given by somebody; owners are made by owners alone. */
export const roleChoices = (byOwner: boolean): [Role, string][] => [
  ['member', 'Member'],
  ['admin', 'Admin'],
  ...(byOwner ? [['owner', 'Owner'] as [Role, string]] : []),
];
