import { useEffect, useId, useRef } from 'preact/hooks';
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
  const words = useWords(drawWords);
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  return (
    <div class="draw-fields" ref={fields}>
      {FIELDS.map(({ name, label, step }) => (
        <div class="field" key={name}>
          <label for={`${id}-${name}`}>{words[label]}</label>
          <input
            id={`${id}-${name}`}
            type="number"
            step={step}
            value={circle[name]}
            onInput={({ currentTarget }) => setCircle({ ...circle, [name]: Number(currentTarget.value) })}
          />
        </div>
      ))}
    </div>
  );
}
