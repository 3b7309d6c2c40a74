/**
 * How the listings of a property are consolidated into one value. On a block (an object or a list) the rule picks
 * the whole block.
 */
export const consolidations = {
  'most-frequent':
    'The value most live, price-coherent listings give; a tie goes to the most recent listing.',
  reference:
    'What the reference advert shows: the first live, price-coherent one, kept until it leaves, turns incoherent or is outvoted.',
  max: 'The largest value; of a block, the one whose `value` is largest.',
  min: 'The smallest value.',
  latest: 'The latest date or year; of a block, the one with the latest `date`.',
  union: 'Every distinct value of every listing.',
  'true-wins': 'True if one listing says so, else false if one says so, else unknown.',
  'strongest-status': 'The strongest status: AVAILABLE, UNDER_OFFER, SOLD or RENTED, WITHDRAWN.',
  'longest-text':
    'The longest text of the largest group of equal normalised texts; a tie goes to the most recent listing.',
  'distinct-pictures': 'Every picture once; near-duplicates are found by perceptual hash.',
  'largest-living-area': 'The largest living area, else the largest total area.',
  'with-figure': 'Comes with the figure it qualifies.',
  'most-recent': 'What the most recently seen listing that states it says.',
  'most-accurate': 'What the listing with the finest location says; a tie goes to the most recent listing.',
  computed: 'Worked out by the service.',
} as const;

export type Consolidation = keyof typeof consolidations;
