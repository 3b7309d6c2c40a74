import { useEffect, useState } from 'preact/hooks';
import type { PlacesFilter } from '../../catalogue/filters/kinds.ts';
import { placeName } from '../api/places.ts';
import { Icon } from '../parts/icon.tsx';
import { PlacePicker } from '../parts/place-picker.tsx';
import { useWords } from '../state/language.ts';
import { criteriaWords } from '../words/criteria.ts';
import type { ControlProps } from './control.tsx';
import { pruned } from './leaf.ts';

export interface PlaceListJson {
  ids?: readonly string[];
  uniqueCodes?: readonly string[];
  postalCodes?: readonly string[];
  centerPoint?: { radiusKm: number };
  geoShapes?: readonly unknown[];
}

export interface PlacesJson {
  countryCode?: string;
  in?: PlaceListJson;
  nin?: PlaceListJson;
}

export function usePlaceName(id: string): string {
  const [name, setName] = useState('…');
  useEffect(() => {
    let present = true;
    placeName(id).then((found) => present && setName(found));
    return () => {
      present = false;
    };
  }, [id]);
  return name;
}

const listed = ['ids', 'uniqueCodes', 'postalCodes'] as const;

export function Places({ label, asked, ask }: ControlProps<PlacesFilter>) {
  const words = useWords(criteriaWords);
  const now = (asked ?? {}) as PlacesJson;
  const inside = now.in ?? {};
  const change = (list: PlaceListJson) => ask(pruned({ ...now, in: pruned({ ...list }) }));
  return (
    <div class="field">
      <span class="label">{label}</span>
      <PlacePicker
        label={words.addPlace}
        onPick={({ id }) => change({ ...inside, ids: [...new Set([...(inside.ids ?? []), id])] })}
      />
      <div class="chips">
        {listed.flatMap((member) =>
          (inside[member] ?? []).map((value) => (
            <Chosen
              key={value}
              value={value}
              isId={member === 'ids'}
              drop={() => change({ ...inside, [member]: inside[member]?.filter((one) => one !== value) })}
            />
          )),
        )}
        {inside.centerPoint && (
          <Dropped
            label={words.around(inside.centerPoint.radiusKm)}
            drop={() => {
              const { centerPoint: _, ...rest } = inside;
              change(rest);
            }}
          />
        )}
        {inside.geoShapes && (
          <Dropped
            label={words.drawnArea}
            drop={() => {
              const { geoShapes: _, ...rest } = inside;
              change(rest);
            }}
          />
        )}
      </div>
    </div>
  );
}

const Chosen = ({ value, isId, drop }: { value: string; isId: boolean; drop: () => void }) =>
  isId ? <NamedChoice id={value} drop={drop} /> : <Dropped label={value} drop={drop} />;

const NamedChoice = ({ id, drop }: { id: string; drop: () => void }) => (
  <Dropped label={usePlaceName(id)} drop={drop} />
);

export function Dropped({ label, drop }: { label: string; drop: () => void }) {
  const words = useWords(criteriaWords);
  return (
    <button type="button" class="chip on" aria-label={words.remove(label)} onClick={drop}>
      {label}
      <Icon name="close" size={13} />
    </button>
  );
}
