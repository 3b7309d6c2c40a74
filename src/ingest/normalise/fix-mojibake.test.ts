import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixMojibake } from './clean-text.ts';

const FRENCH = 'Bel étage élevé à Nîmes, cœur de ville, l’été : 250 000 € – 45 m² « rare » 5° œuvre Éole Ça';

test('UTF-8 text decoded as Windows-1252 or Latin-1 is repaired', () => {
  const bytes = Buffer.from(FRENCH);
  assert.equal(fixMojibake(new TextDecoder('windows-1252').decode(bytes)), FRENCH);
  assert.equal(fixMojibake(bytes.toString('latin1')), FRENCH);
  assert.equal(fixMojibake('Ãªtre Ã\u00a0 louer'), 'être à louer');
});

test('correct texts of any language stay unchanged', () => {
  for (const text of [
    FRENCH,
    'SÃO PAULO, PÃO E MAÇÃ',
    'Åland, Århus: 5 m²',
    'Château – âge d’or',
    'naïf, maïs…',
    'Â',
  ])
    assert.equal(fixMojibake(text), text);
});
