import { Problem } from '../../../api/problem';
import type { AnswerTo } from '../../../api/write';
import type { Node } from './blocks';
import { whole, type Command } from './commands';
import type { Surroundings } from './surroundings';

export interface InsertionProps {
  command: Command;
  pageId: number;
  spaceId: number;
  around: Surroundings;
  insert: (node: Node) => void;
  close: () => void;
}

export type Cited = AnswerTo<'post', '/session/citations'>;

/** A cited figure in the text, or as a block of its own. */
export function figureNode(citation: Pick<Cited, 'id' | 'token'>, as: string): Node {
  if (as === 'text') return { type: 'figure', attrs: { id: citation.id } };
  return as === 'live_value'
    ? whole('live_value', { citation_id: citation.id, format: 'grouped' }, citation.token)
    : whole('citation', { citation_id: citation.id });
}

export const forms: [string, string][] = [
  ['text', 'In the text'],
  ['live_value', 'As a large value'],
  ['citation', 'As a citation with its record'],
];

/** What is wrong before the service is asked; the form says it. */
export const wrong = (text: string) => new Problem(422, 'incomplete', text, null, {});
