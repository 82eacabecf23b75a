import type { Body } from '../../api/client';

export type PublicCitation = Body<'/public/published_pages/{slug}'>['citations'][number];
export type State = PublicCitation['verification_state'];

/** Tone, word and sentence of each state of a cited figure. */
export const figureNotes: Record<State, [tone: string, word: string, sentence: string]> = {
  verified: ['up', 'Verified', 'Derived anew, the figure is the same.'],
  mismatch: ['down', 'Drifted', 'Derived anew, the figure is another one than was cited.'],
  unresolved: ['warn', 'Unresolved', 'The data that it rests on is gone, so it cannot be derived anew.'],
};

export const kindNames = {
  price_series: 'Price series',
  dataset_query: 'Rows of a dataset',
  computed_figure: 'Computed figure',
  transaction_field: 'Field of a transaction',
} as const;
