import type { ApiKeyJson } from '../../api/generated/console.ts';
import { useWords } from '../../state/language.ts';
import { keyWords } from '../../words/account.ts';

export function KeyStatus({ apiKey: { revokedAt, expiresAt } }: { apiKey: ApiKeyJson }) {
  const words = useWords(keyWords);
  if (revokedAt) return <span class="badge">{words.revoked}</span>;
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) return <span class="badge">{words.expired}</span>;
  return <span class="badge good">{words.live}</span>;
}
