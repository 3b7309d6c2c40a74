/** The cells of one record. Most have no quotes and are cut by the engine's own split. */
export function cellsOf(record: string, separator: string): string[] {
  return record.includes('"') ? quotedCells(record, separator) : record.split(separator);
}

function quotedCells(record: string, separator: string): string[] {
  const cells: string[] = [];
  for (let from = 0; from <= record.length; ) {
    if (record.charCodeAt(from) !== 34) {
      const end = record.indexOf(separator, from);
      cells.push(end < 0 ? record.slice(from) : record.slice(from, end));
      from = end < 0 ? record.length + 1 : end + 1;
      continue;
    }
    let end = record.indexOf('"', from + 1);
    let doubled = false;
    while (end >= 0 && record.charCodeAt(end + 1) === 34) {
      doubled = true;
      end = record.indexOf('"', end + 2);
    }
    if (end < 0) end = record.length;
    const inside = record.slice(from + 1, end);
    const next = record.indexOf(separator, end);
    // What stands between the closing quote and the separator belongs to nobody's format: it is kept, so that a check fails on it.
    const rest = record.slice(end + 1, next < 0 ? record.length : next);
    cells.push((doubled ? inside.replaceAll('""', '"') : inside) + rest);
    from = next < 0 ? record.length + 1 : next + 1;
  }
  return cells;
}
