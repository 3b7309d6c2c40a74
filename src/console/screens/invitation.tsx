import { acceptInvitation, findInvitation } from '../api/people.ts';
import { useQuery } from '../api/query.ts';
import { AsyncContent, EmptyNotice, ErrorNotice } from '../parts/feedback.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { ROOT, useCurrentRoute } from '../state/route.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { invitationWords, peopleWords } from '../words/people.ts';

/** The screen that the link of an invitation opens, after signing in. */
export function InvitationScreen() {
  const words = useWords(invitationWords);
  const roles = useWords(peopleWords);
  const present = useStore(session);
  const token = useCurrentRoute().query.get('token') ?? '';
  const invitation = useQuery(`invitation ${token}`, () =>
    findInvitation(token).catch((error: { status?: number }) => {
      if (error.status !== undefined && error.status < 500) return null;
      throw error;
    }),
  );
  const { error, run } = useMutation();
  // The account that is entered has its own screens: the console begins again.
  const accept = () => run(acceptInvitation(token), () => location.assign(`${ROOT}/people`));
  return (
    <Screen title={words.title}>
      <AsyncContent of={invitation}>
        {(found) =>
          found === null ? (
            <EmptyNotice title={words.title}>
              <p>{words.over}</p>
            </EmptyNotice>
          ) : (
            <div class="card stack narrow">
              <p>{words.text(found.inviter, found.accountName)}</p>
              <p>
                <strong>{roles[found.role]}.</strong> {roles[`${found.role}_help`]}
              </p>
              <p class="soft">{words.as(present?.email ?? present?.name ?? '')}</p>
              {error && <ErrorNotice fault={error} />}
              <div class="row">
                <button type="button" class="main-action" onClick={accept}>
                  {words.accept}
                </button>
              </div>
            </div>
          )
        }
      </AsyncContent>
    </Screen>
  );
}
