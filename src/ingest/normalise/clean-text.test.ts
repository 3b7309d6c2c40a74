import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureCpuMs } from '../../../test/support/cpu-time.ts';
import { cleanText } from './clean-text.ts';

test('tags are removed and entities decoded, lines stay', () => {
  assert.equal(
    cleanText('<p>Bel&nbsp;appartement&#8239;T3</p><p>65 m&sup2; &amp; cave<br/>Calme &eacute;videmment</p>'),
    'Bel appartement T3\n65 m² & cave\nCalme évidemment',
  );
  assert.equal(cleanText('a < b et c > d'), 'a < b et c > d');
  assert.equal(cleanText('<script type="x">alert()</script>Studio'), 'Studio');
  assert.equal(cleanText('  deux\r\n\r\n\r\n\r\nlignes \t fin '), 'deux\n\nlignes fin');
  assert.equal(cleanText('&unknown; &#0; &#55296; R&D'), '&unknown; R&D');
});

test('hostile texts are cleaned in linear time', async () => {
  const cpuMs = await measureCpuMs(() => {
    assert.equal(cleanText(`${'<a '.repeat(200_000)}`).length, 599_999);
    assert.equal(cleanText('&'.repeat(300_000)).length, 300_000);
    assert.equal(cleanText(`${'<script>'.repeat(100_000)}</script>`), '');
  });
  assert.ok(cpuMs < 2_000, `${cpuMs} ms`);
});

test('tags that were escaped twice and hidden elements are removed', () => {
  assert.equal(cleanText('&lt;p&gt;Bel &amp;eacute;tage&lt;/p&gt;&lt;br&gt;calme'), 'Bel étage\n\ncalme');
  assert.equal(cleanText('<style>p{color:red}</style>Vue <script>track()</script>mer'), 'Vue mer');
  assert.equal(cleanText('surface &lt; 50 m² &gt; 40 m²'), 'surface < 50 m² > 40 m²');
});
