import { useEffect, useState } from 'preact/hooks';
import type { PlacesFilter } from '../../catalogue/filters/kinds.ts';
import { fetchPlaceName } from '../api/places.ts';
import { Icon } from '../parts/icon.tsx';
import { PlacePicker } from '../parts/place-picker.tsx';
import { useWords } from '../state/language.ts';
import { criteriaWords } from '../words/criteria.ts';
import type { ControlProps } from './control-props.ts';
import { pruneEmpty } from './leaf.ts';

export interface PlaceListJson {
  ids?: readonly string[];
  uniqueCodes?: readonly string[];
  postalCodes?: readonly string[];
  centerPoint?: { latitude: number; longitude: number; radiusKm: number };
  geoShapes?: readonly unknown[];
}

export interface PlacesJson {
  countryCode?: string;
  in?: PlaceListJson;
  nin?: PlaceListJson;
  accuracy?: readonly string[];
}

export function usePlaceName(id: string): string {
  const [name, setName] = useState('…');
  useEffect(() => {
    let present = true;
    fetchPlaceName(id).then((found) => present && setName(found));
    return () => {
      present = false;
    };
  }, [id]);
  return name;
}

const listPlaces = ['ids', 'uniqueCodes', 'postalCodes'] as const;

export function PlacesControl({ label, operand, setOperand }: ControlProps<PlacesFilter>) {
  const words = useWords(criteriaWords);
  const now = (operand ?? {}) as PlacesJson;
  const inside = now.in ?? {};
  const change = (list: PlaceListJson) => setOperand(pruneEmpty({ ...now, in: pruneEmpty({ ...list }) }));
  return (
    <div class="field">
      <span class="label">{label}</span>
      <PlacePicker
        label={words.addPlace}
        onPick={({ id }) => change({ ...inside, ids: [...new Set([...(inside.ids ?? []), id])] })}
      />
      <div class="chips">
        {listPlaces.flatMap((member) =>
          (inside[member] ?? []).map((value) => (
            <ChosenPlace
              key={value}
              value={value}
              isId={member === 'ids'}
              drop={() => change({ ...inside, [member]: inside[member]?.filter((one) => one !== value) })}
            />
          )),
        )}
        {inside.centerPoint && (
          <RemovableChip
            label={words.around(inside.centerPoint.radiusKm)}
            drop={() => {
              const { centerPoint: _, ...rest } = inside;
              change(rest);
            }}
          />
        )}
        {inside.geoShapes && (
          <RemovableChip
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

const ChosenPlace = ({ value, isId, drop }: { value: string; isId: boolean; drop: () => void }) =>
  isId ? <NamedPlace id={value} drop={drop} /> : <RemovableChip label={value} drop={drop} />;

const NamedPlace = ({ id, drop }: { id: string; drop: () => void }) => (
  <RemovableChip label={usePlaceName(id)} drop={drop} />
);

export function RemovableChip({ label, drop }: { label: string; drop: () => void }) {
  const words = useWords(criteriaWords);
  return (
    <button type="button" class="chip on" aria-label={words.remove(label)} onClick={drop}>
      {label}
      <Icon name="close" size={13} />
    </button>
  );
}
