import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanText } from './clean-text.ts';

test('a text cut out of a web page loses its tags and keeps its words and lines', () => {
  assert.equal(
    cleanText('<p>Bel&nbsp;appartement&#8239;T3</p><p>65 m&sup2; &amp; cave<br/>Calme &eacute;videmment</p>'),
    'Bel appartement T3\n65 m² & cave\nCalme évidemment',
  );
  assert.equal(cleanText('a < b et c > d'), 'a < b et c > d');
  assert.equal(cleanText('<script type="x">alert()</script>Studio'), 'Studio');
  assert.equal(cleanText('  deux\r\n\r\n\r\n\r\nlignes \t fin '), 'deux\n\nlignes fin');
  assert.equal(cleanText('&unknown; &#0; &#55296; R&D'), '&unknown; R&D');
});

test('a text without end is read in no time', () => {
  const started = performance.now();
  assert.equal(cleanText(`${'<a '.repeat(200_000)}`).length, 599_999);
  assert.equal(cleanText('&'.repeat(300_000)).length, 300_000);
  assert.equal(cleanText(`${'<script>'.repeat(100_000)}</script>`), '');
  assert.ok(performance.now() - started < 2_000);
});

test('tags that were escaped twice go too, and what no reader sees', () => {
  assert.equal(cleanText('&lt;p&gt;Bel &amp;eacute;tage&lt;/p&gt;&lt;br&gt;calme'), 'Bel étage\n\ncalme');
  assert.equal(cleanText('<style>p{color:red}</style>Vue <script>track()</script>mer'), 'Vue mer');
  assert.equal(cleanText('surface &lt; 50 m² &gt; 40 m²'), 'surface < 50 m² > 40 m²');
});
