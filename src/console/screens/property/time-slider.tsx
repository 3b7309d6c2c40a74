import { HOUR_MS } from '../../../lib/durations.ts';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { propertyWords } from '../../words/property.ts';

interface TimeSliderProps {
  /** When the property was first seen. */
  from: string;
  /** The moment shown; undefined is the present. */
  asOf: string | undefined;
  onChange: (asOf: string | undefined) => void;
}

/** Shows the property as it was at a moment since it was first seen; the right end is the present. */
export function TimeSlider({ from, asOf, onChange }: TimeSliderProps) {
  const words = useWords(propertyWords);
  const format = useFormat();
  const first = Date.parse(from);
  const hours = Math.max(1, Math.ceil((Date.now() - first) / HOUR_MS));
  const value = asOf === undefined ? hours : Math.round((Date.parse(asOf) - first) / HOUR_MS);
  return (
    <label class="field time-slider">
      {words.asOf}: {asOf === undefined ? words.today : format.moment(asOf)}
      <input
        type="range"
        min={1}
        max={hours}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = Number(currentTarget.value);
          onChange(chosen >= hours ? undefined : new Date(first + chosen * HOUR_MS).toISOString());
        }}
      />
    </label>
  );
}
