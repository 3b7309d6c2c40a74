import { useState } from 'preact/hooks';
import { enterAccount, fetchAccounts } from '../../api/people.ts';
import { useQuery } from '../../api/query.ts';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { TableList } from '../../parts/list.tsx';
import { useMutation } from '../../parts/mutation.ts';
import { useWords } from '../../state/language.ts';
import { ROOT } from '../../state/route.ts';
import { peopleWords } from '../../words/people.ts';

/** The accounts that the person may enter: their own, or all of a console that was started locally. */
export function AccountChoice() {
  const words = useWords(peopleWords);
  const [name, setName] = useState('');
  const accounts = useQuery(`accounts ${name}`, (signal) => fetchAccounts(name, signal));
  const { error, run } = useMutation();
  // Every screen belongs to the account: the console begins again.
  const enter = (id: string) => run(enterAccount(id), () => location.assign(`${ROOT}/explore`));
  return (
    <section class="stack">
      <h2>{words.accounts}</h2>
      <label class="field">
        {words.findAccount}
        <input type="search" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      {error && <ErrorNotice fault={error} />}
      <TableList
        of={accounts}
        label={words.accounts}
        none={words.noAccount}
        columns={[
          { title: words.accountName, as: 'name', cell: ({ name: of }) => of },
          { title: words.role, cell: ({ role }) => (role === null ? words.notMember : words[role]) },
          {
            title: words.actions,
            as: 'actions',
            cell: ({ id, name: of, current }) =>
              current ? (
                <span class="badge good">{words.current}</span>
              ) : (
                <button type="button" aria-label={words.enterOf(of)} onClick={() => enter(id)}>
                  {words.enter}
                </button>
              ),
          },
        ]}
      />
    </section>
  );
}
