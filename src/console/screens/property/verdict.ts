import type { StatedListingJson } from '../../api/generated/console.ts';
import { useWords } from '../../state/language.ts';
import { areaReasonWords, groupWords, priceReasonWords } from '../../words/groups.ts';

type Verdict = Pick<StatedListingJson, 'priceCoherent' | 'priceReason' | 'areaReason'>;

/** The verdicts on the figures of a listing, with their reasons. */
export function useVerdictText() {
  const words = useWords(groupWords);
  const reasons = useWords(priceReasonWords);
  const areaReasons = useWords(areaReasonWords);
  return {
    price({ priceCoherent, priceReason }: Verdict): string {
      const verdict =
        priceCoherent === null ? words.notAssessed : priceCoherent ? words.coherent : words.hidden;
      return `${verdict}: ${reasons[priceReason]}`;
    },
    area: ({ areaReason }: Verdict): string =>
      areaReason === null ? words.coherent : areaReasons[areaReason],
  };
}
