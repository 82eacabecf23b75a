/** Why a figure is missing, in a sentence; shown where "—" stands. */
export const reasons = {
  notDerived: 'Cannot be derived from what is stored.',
  no_price_event: 'No price event in the last 24 hours.',
  decimals_unknown: 'The decimals of one of the tokens are not known.',
  curve_unknown: 'The curve by which this pool prices is not known.',
  noDollars: 'No dollar price is known for these tokens.',
  noChange: 'There is no price of 24 hours before to compare with.',
  liquidity: 'Cannot be derived: the positions of this pool are not decoded.',
  noTime: 'The time of this block is not stored yet.',
  notDecoded: 'No signature is known for this event.',
  notFollowed: 'This chain is not followed live, so its head is not known.',
  notRecorded: 'The source does not record it.',
  noLoss: 'No source reports a loss.',
  unread: 'Could not be read now.',
  noCourse: 'Fewer than two bars in seven days.',
  unlimited: 'Unlimited',
} as const;

export function priceReason(reason: string | null | undefined): string {
  return (reason && (reasons as Record<string, string>)[reason]) || reasons.notDerived;
}
