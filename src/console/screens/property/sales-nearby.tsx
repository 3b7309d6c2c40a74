import { sendRequest } from '../../api/client.ts';
import type { SalesNearbyJson } from '../../api/generated/public.ts';
import { useQuery } from '../../api/query.ts';
import { AsyncContent } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { useWords } from '../../state/language.ts';
import { useLabels } from '../../words/catalogue.ts';
import { propertyWords } from '../../words/property.ts';

export function SalesNearbyPanel({ id }: { id: string }) {
  const words = useWords(propertyWords);
  const labels = useLabels();
  const format = useFormat();
  const sales = useQuery(id, (signal) =>
    sendRequest<SalesNearbyJson>(`/properties/${id}/sales-nearby`, { signal }),
  );
  return (
    <section class="card">
      <h2>{words.sales}</h2>
      <AsyncContent of={sales} lines={3}>
        {({ count, radius, sales: list, medianPricePerSqmCents }) =>
          count === 0 ? (
            <p class="soft">{words.noSales}</p>
          ) : (
            <div class="stack tight">
              <p class="soft">
                {words.salesText(count, radius)}
                {medianPricePerSqmCents !== null &&
                  ` · ${words.median} ${format.money(medianPricePerSqmCents / 100)}`}
              </p>
              <ul class="lines">
                {list.slice(0, 8).map((sale) => (
                  <li key={sale.transactionId} class="row apart">
                    <span>
                      {format.date(sale.dateMutation)} · {labels.value(sale.propertyType)}
                      {sale.livingAreaSqm !== null && ` · ${format.number(sale.livingAreaSqm)} m²`}
                    </span>
                    <span class="numbers">
                      {sale.priceCents === null ? '—' : format.money(sale.priceCents / 100)}{' '}
                      <span class="soft small">{sale.distanceMetres} m</span>
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </AsyncContent>
    </section>
  );
}
