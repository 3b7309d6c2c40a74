import { fetchKeptHomes, type KeptHome, removeFavorite } from '../api/favorites.ts';
import { useQuery } from '../api/query.ts';
import { ErrorNotice } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { PagedList, usePage } from '../parts/list.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl } from '../state/route.ts';
import { keptWords } from '../words/kept-homes.ts';
import { describeLocation, PropertyCard } from './explore/property-card.tsx';
import '../style/explore.css';

/** The homes that the account keeps. */
export function KeptHomesScreen() {
  const words = useWords(keptWords);
  const page = usePage();
  const homes = useQuery(`kept ${page}`, (signal) => fetchKeptHomes(page, signal));
  const { error, run } = useMutation();
  const explore = (
    <a class="button main-action" href={buildUrl('/explore')}>
      {words.explore}
    </a>
  );
  return (
    <Screen title={words.title} lead={words.lead}>
      {error && <ErrorNotice fault={error} />}
      <PagedList of={homes} none={words.none} noneText={words.noneText} action={explore} page={page}>
        {(list) => (
          <ul class="cards">
            {list.map((home) => (
              <li key={home.id} class="stack tight">
                <KeptCard home={home} onRemove={() => run(removeFavorite(home.id), homes.reload)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Screen>
  );
}

function KeptCard({ home: { result }, onRemove }: { home: KeptHome; onRemove: () => void }) {
  const words = useWords(keptWords);
  const { id, property, listings } = result;
  return (
    <>
      <PropertyCard found={{ id, property, listings: listings.length }} />
      <button type="button" aria-label={words.removeOf(describeLocation(property))} onClick={onRemove}>
        <Icon name="heart" size={16} />
        {words.remove}
      </button>
    </>
  );
}
