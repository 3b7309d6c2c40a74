import { useLabels } from '../words/catalogue.ts';
import { ChoicesControl } from './choices.tsx';
import type { ControlProps } from './control-props.ts';
import { PhrasesControl } from './phrases.tsx';
import { PlacesControl } from './places.tsx';
import { RangeControl } from './range.tsx';
import { ScoresControl } from './scores.tsx';
import { TimeRangeControl } from './time-range.tsx';
import { YesNoControl } from './yes-no.tsx';

/** The control of a filter: one for each kind of the catalogue. */
export function FilterControl({ filter, operand, setOperand }: Omit<ControlProps, 'label'>) {
  const label = useLabels().label(filter.label);
  const props = { label, operand, setOperand };
  switch (filter.kind) {
    case 'range':
      return <RangeControl filter={filter} {...props} />;
    case 'set':
      return filter.vocabulary ? (
        <ChoicesControl filter={filter} {...props} />
      ) : (
        <PhrasesControl filter={filter} {...props} />
      );
    case 'features':
      return <ChoicesControl filter={filter} {...props} />;
    case 'switch':
    case 'presence':
      return <YesNoControl filter={filter} {...props} />;
    case 'phrases':
    case 'url':
      return <PhrasesControl filter={filter} {...props} />;
    case 'time':
      return <TimeRangeControl filter={filter} {...props} />;
    case 'places':
      return <PlacesControl filter={filter} {...props} />;
    case 'scores':
      return <ScoresControl filter={filter} {...props} />;
  }
}
