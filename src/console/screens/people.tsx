import { useState } from 'preact/hooks';
import type { AccountMemberJson, PersonJson, RoleJson } from '../api/generated/console.ts';
import { fetchPeople, leaveAccount, putRole, removePerson } from '../api/people.ts';
import { useQuery } from '../api/query.ts';
import { Confirmation } from '../parts/confirmation.tsx';
import { ErrorNotice } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { peopleWords } from '../words/people.ts';
import { AccountChoice } from './people/accounts.tsx';
import { InvitationList, InviteDialog } from './people/invitations.tsx';
import { RoleSelect } from './people/role-select.tsx';

/** Who may use the account; owners invite, change roles and remove. */
export function PeopleScreen() {
  const words = useWords(peopleWords);
  const present = useStore(session);
  const [isInviting, setInviting] = useState(false);
  const [invitations, setInvitations] = useState(0);
  if (!present) return null;
  const isOwner = present.role === 'OWNER';
  const closeInvitation = () => {
    setInviting(false);
    setInvitations((count) => count + 1);
  };
  return (
    <Screen
      title={words.title}
      lead={words.lead(present.accountName)}
      actions={
        isOwner && (
          <button type="button" class="main-action" onClick={() => setInviting(true)}>
            <Icon name="plus" size={16} />
            {words.invite}
          </button>
        )
      }
    >
      <div class="stack wide">
        <PeopleTable present={present} />
        {isOwner && <InvitationList key={invitations} />}
        <AccountChoice />
      </div>
      {isInviting && <InviteDialog onClose={closeInvitation} />}
    </Screen>
  );
}

function PeopleTable({ present }: { present: PersonJson }) {
  const words = useWords(peopleWords);
  const page = usePage();
  const people = useQuery(`people ${page}`, (signal) => fetchPeople(page, signal));
  const [removing, setRemoving] = useState<AccountMemberJson>();
  const { error, run } = useMutation();
  const change = (person: AccountMemberJson, role: RoleJson) =>
    run(putRole(person.id, role), person.id === present.id ? reloadConsole : undefined).then(people.reload);
  const close = () => {
    setRemoving(undefined);
    people.reload();
  };
  return (
    <>
      {error && <ErrorNotice fault={error} />}
      <TableList
        of={people}
        label={words.title}
        none={words.none}
        page={page}
        columns={[
          { title: words.person, as: 'name', cell: (one) => <PersonName person={one} you={present.id} /> },
          { title: words.role, cell: (one) => <RoleCell person={one} present={present} onRole={change} /> },
          { title: words.since, as: 'soft', cell: ({ createdAt }) => <MomentText at={createdAt} /> },
          {
            title: words.lastSignedIn,
            as: 'soft',
            cell: ({ lastSignedInAt }) => <MomentText at={lastSignedInAt} />,
          },
          {
            title: words.actions,
            as: 'actions',
            cell: (one) => <RemoveButton person={one} present={present} onClick={() => setRemoving(one)} />,
          },
        ]}
      />
      {removing && <RemoveConfirmation person={removing} present={present} onClose={close} />}
    </>
  );
}

interface RowProps {
  person: AccountMemberJson;
  /** Who is signed in. */
  present: PersonJson;
}

interface RoleCellProps extends RowProps {
  onRole: (person: AccountMemberJson, role: RoleJson) => void;
}

function RoleCell({ person, present, onRole }: RoleCellProps) {
  const words = useWords(peopleWords);
  if (present.role !== 'OWNER') return <>{words[person.role]}</>;
  const label = words.roleOf(nameOf(person, words.nobody));
  return <RoleSelect label={label} role={person.role} onRole={(role) => onRole(person, role)} />;
}

function RemoveButton({ person, present, onClick }: RowProps & { onClick: () => void }) {
  const words = useWords(peopleWords);
  const isYou = person.id === present.id;
  if (!isYou && present.role !== 'OWNER') return null;
  const label = isYou ? words.leave : words.remove;
  const name = isYou ? label : `${label} ${nameOf(person, words.nobody)}`;
  return (
    <button type="button" class="danger" aria-label={name} onClick={onClick}>
      {label}
    </button>
  );
}

const nameOf = ({ name, email }: AccountMemberJson, nobody: string): string => name ?? email ?? nobody;

/** Every screen shows what the account and role allow: all of it is loaded again. */
const reloadConsole = (): void => location.reload();

function PersonName({ person, you }: { person: AccountMemberJson; you: string }) {
  const words = useWords(peopleWords);
  return (
    <>
      {nameOf(person, words.nobody)}{' '}
      {person.name && person.email && <span class="soft small">{person.email}</span>}{' '}
      {person.id === you && <span class="badge">{words.you}</span>}
    </>
  );
}

function RemoveConfirmation({ person, present, onClose }: RowProps & { onClose: () => void }) {
  const words = useWords(peopleWords);
  const isYou = person.id === present.id;
  const title = isYou ? words.leave : words.remove;
  const act = () => (isYou ? leaveAccount(present.accountId).then(reloadConsole) : removePerson(person.id));
  return (
    <Confirmation title={title} action={title} act={act} onClose={onClose}>
      <p>{isYou ? words.leaveText : words.removeText(nameOf(person, words.nobody), person.liveKeys)}</p>
    </Confirmation>
  );
}
