import type { Body } from '../../api/client';

export type Space = Body<'/session/spaces/{id}'>;
export type Role = Space['role'];
export type Member = Space['members'][number];
export type Property = Space['properties'][number];

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  editor: 'Editor',
  commenter: 'Commenter',
  viewer: 'Viewer',
};

/** What each role adds to the one below it. */
export const roleNotes: Record<Role, string> = {
  viewer: 'reads, writes notes and starts projects',
  commenter: 'also comments',
  editor: 'also writes pages and the properties',
  owner: 'also renames the space and chooses its members',
};

export const roles: Role[] = ['viewer', 'commenter', 'editor', 'owner'];

export const kindNames: Record<Property['kind'], string> = {
  text: 'Text',
  number: 'Number',
  select: 'Select',
  date: 'Date',
  person: 'Person',
  relation: 'Page',
};

/** A line an option. */
export const optionsOf = (text: string) =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
