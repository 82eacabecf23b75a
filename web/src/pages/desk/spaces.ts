import type { Body } from '../../api/client';
import { plain } from '../../figures/text';

type Spaces = Body<'/session/alerts'>['spaces'];

export const spaceChoices = (spaces: Spaces) =>
  spaces.map((one): [string, string] => [String(one.id), `${plain(one.name, 60)}${one.active ? ' (active)' : ''}`]);

export const activeSpace = (spaces: Spaces) => String((spaces.find((one) => one.active) ?? spaces[0])?.id ?? '');
