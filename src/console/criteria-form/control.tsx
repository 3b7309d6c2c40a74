import type { Filter } from '../../catalogue/filters/kinds.ts';
import { useLabels } from '../words/catalogue.ts';
import { Choices } from './choices.tsx';
import { Phrases } from './phrases.tsx';
import { Places } from './places.tsx';
import { Range } from './range.tsx';
import { Scores } from './scores.tsx';
import { Span } from './span.tsx';
import { YesNo } from './yes-no.tsx';

/** What every control is given: what is asked now, and where to say otherwise. Undefined asks nothing. */
export interface ControlProps<F extends Filter = Filter> {
  filter: F;
  label: string;
  asked: unknown;
  ask: (asked: unknown) => void;
}

/** The control of a filter: one for each kind of the catalogue. */
export function Control({ filter, asked, ask }: Omit<ControlProps, 'label'>) {
  const label = useLabels().label(filter.label);
  const told = { label, asked, ask };
  switch (filter.kind) {
    case 'range':
      return <Range filter={filter} {...told} />;
    case 'set':
      return filter.vocabulary ? (
        <Choices filter={filter} {...told} />
      ) : (
        <Phrases filter={filter} {...told} />
      );
    case 'features':
      return <Choices filter={filter} {...told} />;
    case 'switch':
    case 'presence':
      return <YesNo filter={filter} {...told} />;
    case 'phrases':
    case 'url':
      return <Phrases filter={filter} {...told} />;
    case 'time':
      return <Span filter={filter} {...told} />;
    case 'places':
      return <Places filter={filter} {...told} />;
    case 'scores':
      return <Scores filter={filter} {...told} />;
  }
}
