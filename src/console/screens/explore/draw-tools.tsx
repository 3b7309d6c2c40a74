import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../state/language.ts';
import { drawWords } from '../../words/draw.ts';
import { partWords } from '../../words/shell.ts';
import type { DrawingState } from './drawing.ts';

/** Buttons over the map that limit the search to an area or a circle. */
export function DrawTools({ drawing }: { drawing: DrawingState }) {
  const words = useWords(drawWords);
  const tools = useRef<HTMLDivElement>(null);
  const drawn = useRef(drawing.kind);
  useEffect(() => {
    // The panel that had the keyboard is gone.
    if (drawing.kind === undefined && drawn.current !== undefined && document.activeElement === document.body)
      tools.current?.querySelector('button')?.focus({ preventScroll: true });
    drawn.current = drawing.kind;
  }, [drawing.kind]);
  if (drawing.kind !== undefined) return <DrawPanel drawing={drawing} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a border.
    <div class="row draw-tools" role="group" aria-label={words.tools} ref={tools}>
      <button type="button" onClick={() => drawing.start('area')}>
        <Icon name="area" size={16} />
        {words.area}
      </button>
      <button type="button" onClick={() => drawing.start('circle')}>
        <Icon name="circle" size={16} />
        {words.circle}
      </button>
    </div>
  );
}

function DrawPanel({ drawing }: { drawing: DrawingState }) {
  const words = useWords(drawWords);
  const parts = useWords(partWords);
  const isArea = drawing.kind === 'area';
  return (
    <section class="card draw-panel stack tight" aria-label={isArea ? words.area : words.circle}>
      <p class="small">{isArea ? words.areaHelp : words.circleHelp}</p>
      {isArea ? (
        <p class="small" role="status">
          {words.corners(drawing.corners.length)}
        </p>
      ) : (
        <CircleFields drawing={drawing} />
      )}
      <div class="row">
        <button type="button" class="main-action" disabled={!drawing.mayEnd} onClick={drawing.end}>
          {isArea ? words.done : words.searchAround}
        </button>
        {isArea && drawing.corners.length > 0 && (
          <button type="button" onClick={drawing.undo}>
            {words.undo}
          </button>
        )}
        <button type="button" class="plain" onClick={drawing.cancel}>
          {parts.cancel}
        </button>
      </div>
    </section>
  );
}

const FIELDS = [
  { name: 'latitude', label: 'latitude', step: 'any' },
  { name: 'longitude', label: 'longitude', step: 'any' },
  { name: 'radiusKm', label: 'radius', step: '0.1' },
] as const;

function CircleFields({ drawing: { circle, setCircle } }: { drawing: DrawingState }) {
  const fields = useRef<HTMLDivElement>(null);
  // What is there already is replaced by typing.
  useEffect(() => {
    const first = fields.current?.querySelector('input');
    first?.focus({ preventScroll: true });
    first?.select();
  }, []);
  return (
    <div class="draw-fields" ref={fields}>
      {FIELDS.map((field) => (
        <CircleField
          key={field.name}
          field={field}
          value={circle[field.name]}
          onValue={(value) => setCircle({ ...circle, [field.name]: value })}
        />
      ))}
    </div>
  );
}

interface CircleFieldProps {
  readonly field: (typeof FIELDS)[number];
  readonly value: number;
  onValue(value: number): void;
}

/** Shows what is typed as long as it stands for the value: "45." and "-" are on the way to a number, and a number would replace them. */
function CircleField({ field: { label, step }, value, onValue }: CircleFieldProps) {
  const words = useWords(drawWords);
  const id = useId();
  const [typed, setTyped] = useState('');
  const isTyped = Object.is(toNumber(typed), value);
  return (
    <div class="field">
      <label for={id}>{words[label]}</label>
      <input
        id={id}
        type="number"
        step={step}
        value={isTyped ? typed : value}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onValue(toNumber(currentTarget.value));
        }}
      />
    </div>
  );
}

const toNumber = (text: string): number => (text === '' ? Number.NaN : Number(text));
