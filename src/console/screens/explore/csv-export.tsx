import { useEffect, useRef, useState } from 'preact/hooks';
import type { LeafJson } from '../../criteria-form/leaf.ts';
import { collectHomes, MAX_CSV_HOMES, saveFile } from '../../export/collect-homes.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { useMutation } from '../../parts/mutation.ts';
import { useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { csvWords } from '../../words/csv-export.ts';

interface CsvExportProps {
  criteria: LeafJson;
  sort: object;
  /** Undefined while it is not known. */
  total: number | undefined;
}

/** A button that says what a file holds and costs before it is made. */
export function CsvExport({ criteria, sort, total }: CsvExportProps) {
  const words = useWords(csvWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="plain" disabled={!total} onClick={() => setOpen(true)}>
        <Icon name="download" size={16} />
        {words.open}
      </button>
      {isOpen && total !== undefined && (
        <Dialog title={words.title} onClose={() => setOpen(false)}>
          <ExportForm criteria={criteria} sort={sort} total={total} />
        </Dialog>
      )}
    </>
  );
}

function ExportForm({ criteria, sort, total }: CsvExportProps & { total: number }) {
  const words = useWords(csvWords);
  const format = useFormat();
  const [read, setRead] = useState<number>();
  const [saved, setSaved] = useState<number>();
  const { error, run } = useMutation();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const save = async () => {
    setRead(0);
    const homes = await collectHomes({ criteria, sort }, stop.current.signal, setRead);
    const { formatCsv } = await import('../../export/csv.ts');
    saveFile('gable-homes.csv', 'text/csv;charset=utf-8', formatCsv(homes));
    return homes.length;
  };
  const start = () =>
    run(
      save().finally(() => setRead(undefined)),
      setSaved,
    );
  const isBounded = total > MAX_CSV_HOMES;
  return (
    <div class="stack">
      <p>
        {isBounded
          ? words.first(format.number(MAX_CSV_HOMES), format.number(total))
          : words.all(format.number(total))}
      </p>
      <p class="soft">{words.free}</p>
      {isBounded && (
        <p class="soft">
          <a href={buildUrl('/docs')}>{words.more(format.number(total))}</a>
        </p>
      )}
      {error && <ErrorNotice fault={error} />}
      <div class="row" role="status">
        <button type="button" class="main-action" disabled={read !== undefined} onClick={start}>
          {words.save}
        </button>
        {read !== undefined && <span class="soft">{words.progress(format.number(read))}</span>}
        {saved !== undefined && <span>{words.saved(format.number(saved))}</span>}
      </div>
    </div>
  );
}
