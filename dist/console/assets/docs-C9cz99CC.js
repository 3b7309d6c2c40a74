import{_ as e,c as t,p as n,t as r,w as i,y as a}from"./index-ByzqhyBL.js";import{t as o}from"./secret-DaF497WX.js";var s=e({title:[`Docs`,`Documentation`],lead:[`From nothing to a first call, and to a webhook you can trust.`,`De rien à un premier appel, puis à un webhook digne de confiance.`],reference:[`API reference`,`Référence de l’API`],referenceText:[`Every route, field and problem, with examples to try.`,`Chaque route, champ et problème, avec des exemples à essayer.`],open:[`Open the reference`,`Ouvrir la référence`],quick:[`Quick start`,`Premiers pas`],paste:[`Paste a key to see it in the examples. It stays in this page.`,`Collez une clé pour la voir dans les exemples. Elle reste dans cette page.`],key:[`API key`,`Clé d’API`],noKey:[`Create one under Keys.`,`Créez-en une sous Clés.`],search:[`Search`,`Chercher`],watch:[`Watch`,`Surveiller`],assistant:[`Give an assistant access`,`Ouvrir à un assistant`],receivers:[`Receive a webhook`,`Recevoir un webhook`],receiversText:[`Check the clock, then the signature over the exact bytes, in constant time. Then answer 2xx within 30 seconds.`,`Vérifiez l’heure, puis la signature sur les octets exacts, en temps constant. Répondez ensuite 2xx en moins de 30 secondes.`],checker:[`Check a signature`,`Vérifier une signature`],checkerText:[`Worked out in this page; nothing is sent. Paste what your receiver got.`,`Calculé dans cette page ; rien n’est envoyé. Collez ce que votre récepteur a reçu.`],body:[`Raw body`,`Corps brut`],timestamp:[`X-Webhook-Timestamp`,`X-Webhook-Timestamp`],signature:[`X-Webhook-Signature`,`X-Webhook-Signature`],signingKey:[`Signing key`,`Clé de signature`],check:[`Check`,`Vérifier`],matches:[`The signature is right.`,`La signature est juste.`],differs:[`The signature does not fit. Expected:`,`La signature ne convient pas. Attendue :`],language:[`Language`,`Langage`]}),c={criteria:{property:{type:{in:[`FLAT`]},pricing:{displayed:{lte:3e5}}}},size:3},l={name:`Flats under 300,000`,criteria:c.criteria,notificationDestination:{webhookUrl:`https://hooks.company.example/gable`}};function u(e,t){let n=(n,r)=>[`curl ${e}${n} \\`,`  -H 'X-API-KEY: ${t}' \\`,`  -H 'Accept: application/json' \\`,`  -H 'Content-Type: application/json' \\`,`  -d '${JSON.stringify(r)}'`].join(`
`),r={mcpServers:{gable:{type:`http`,url:`${e}/mcp`,headers:{"X-API-KEY":t}}}};return[{name:`search`,code:n(`/properties`,c)},{name:`watch`,code:n(`/alerts`,l)},{name:`assistant`,code:JSON.stringify(r,null,2)}]}var d=[{name:`Node`,code:`import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const timestamp = request.headers['x-webhook-timestamp'] ?? '';
  const given = Buffer.from(request.headers['x-webhook-signature'] ?? '');
  const expected = Buffer.from(
    'sha256=' + createHmac('sha256', process.env.GABLE_SIGNING_KEY)
      .update(timestamp + '.').update(body).digest('hex'),
  );
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  response.writeHead(isFresh && isOurs ? 204 : 401).end();
  if (isFresh && isOurs) console.log(JSON.parse(body).eventType);
}).listen(3000);`},{name:`Python`,code:`import hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        timestamp = self.headers.get("X-Webhook-Timestamp", "")
        given = self.headers.get("X-Webhook-Signature", "")
        key = os.environ["GABLE_SIGNING_KEY"].encode()
        digest = hmac.new(key, timestamp.encode() + b"." + body, hashlib.sha256)
        fresh = timestamp.isdigit() and abs(time.time() - int(timestamp)) <= 300
        ours = hmac.compare_digest(given, "sha256=" + digest.hexdigest())
        self.send_response(204 if fresh and ours else 401)
        self.end_headers()

HTTPServer(("", 3000), Receiver).serve_forever()`},{name:`PHP`,code:`<?php
$body = file_get_contents('php://input');
$timestamp = $_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? '';
$given = $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '';
$expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $body, getenv('GABLE_SIGNING_KEY'));
$fresh = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
http_response_code($fresh && hash_equals($expected, $given) ? 204 : 401);`}],f=new TextEncoder;async function p(e,t,n){let r=await crypto.subtle.importKey(`raw`,f.encode(e),{name:`HMAC`,hash:`SHA-256`},!1,[`sign`]),i=await crypto.subtle.sign(`HMAC`,r,f.encode(`${t}.${n}`));return`sha256=${[...new Uint8Array(i)].map(e=>e.toString(16).padStart(2,`0`)).join(``)}`}function m(){let e=a(s),[n,r]=i(),o=async e=>{let t=new FormData(e),n=e=>String(t.get(e)??``),i=n(`body`).replaceAll(`\r
`,`
`),a=await p(n(`key`).trim(),n(`timestamp`).trim(),i);r({expected:a,isRight:a===n(`signature`).trim()})};return t(`section`,{class:`card`,children:[t(`h2`,{children:e.checker}),t(`form`,{class:`stack`,onSubmit:e=>{e.preventDefault(),o(e.currentTarget)},children:[t(`p`,{class:`soft`,children:e.checkerText}),t(`label`,{class:`field`,children:[e.body,t(`textarea`,{name:`body`,rows:5,class:`mono`,spellcheck:!1,required:!0})]}),t(`div`,{class:`grid`,children:[t(`label`,{class:`field`,children:[e.timestamp,t(`input`,{type:`text`,name:`timestamp`,inputMode:`numeric`,required:!0})]}),t(`label`,{class:`field`,children:[e.signature,t(`input`,{type:`text`,name:`signature`,placeholder:`sha256=…`,required:!0})]}),t(`label`,{class:`field`,children:[e.signingKey,t(`input`,{type:`text`,name:`key`,placeholder:`whsec_…`,autocomplete:`off`,required:!0})]})]}),t(`div`,{children:t(`button`,{type:`submit`,class:`main-action`,children:e.check})}),n&&t(`p`,{class:n.isRight?`notice good`:`notice bad`,role:`status`,children:[n.isRight?e.matches:e.differs,` `,!n.isRight&&t(`code`,{children:n.expected})]})]})]})}function h(){let e=a(s);return t(r,{title:e.title,lead:e.lead,actions:t(`a`,{class:`button main-action`,href:`/docs`,target:`_blank`,rel:`noopener`,children:e.open}),children:t(`div`,{class:`stack wide`,children:[t(g,{}),t(v,{}),t(m,{})]})})}function g(){let e=a(s),[r,o]=i(``),c=u(location.origin,r.trim()||`$GABLE_KEY`);return t(`section`,{class:`card stack`,children:[t(`h2`,{children:e.quick}),t(`label`,{class:`field`,children:[e.key,t(`input`,{type:`text`,autocomplete:`off`,spellcheck:!1,placeholder:`gbl_live_…`,value:r,onInput:e=>o(e.currentTarget.value)}),t(`span`,{class:`help`,children:[e.paste,` `,t(`a`,{href:n(`/keys`),children:e.noKey})]})]}),c.map(({name:n,code:r})=>t(_,{title:e[n],code:r},n))]})}var _=({title:e,code:n})=>t(`div`,{class:`stack tight`,children:[t(`div`,{class:`row apart`,children:[t(`h3`,{children:e}),t(o,{text:n})]}),t(`pre`,{children:n})]});function v(){let e=a(s),[n,r]=i(d[0]?.name??``),o=d.find(({name:e})=>e===n);return t(`section`,{class:`card stack`,children:[t(`h2`,{children:e.receivers}),t(`p`,{class:`soft`,children:e.receiversText}),t(`div`,{class:`tabs`,role:`group`,"aria-label":e.language,children:d.map(({name:e})=>t(`button`,{type:`button`,"aria-pressed":e===n,onClick:()=>r(e),children:e},e))}),o&&t(_,{title:o.name,code:o.code})]})}export{h as Docs};