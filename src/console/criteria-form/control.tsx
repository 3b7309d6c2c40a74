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
export function FilterControl({ filter, asked, ask }: Omit<ControlProps, 'label'>) {
  const label = useLabels().label(filter.label);
  const told = { label, asked, ask };
  switch (filter.kind) {
    case 'range':
      return <RangeControl filter={filter} {...told} />;
    case 'set':
      return filter.vocabulary ? (
        <ChoicesControl filter={filter} {...told} />
      ) : (
        <PhrasesControl filter={filter} {...told} />
      );
    case 'features':
      return <ChoicesControl filter={filter} {...told} />;
    case 'switch':
    case 'presence':
      return <YesNoControl filter={filter} {...told} />;
    case 'phrases':
    case 'url':
      return <PhrasesControl filter={filter} {...told} />;
    case 'time':
      return <TimeRangeControl filter={filter} {...told} />;
    case 'places':
      return <PlacesControl filter={filter} {...told} />;
    case 'scores':
      return <ScoresControl filter={filter} {...told} />;
  }
}
