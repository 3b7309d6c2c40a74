import { useState } from 'preact/hooks';
import type { RoleJson } from '../../api/generated/console.ts';
import { fetchInvitations, postInvitation, revokeInvitation } from '../../api/people.ts';
import { useQuery } from '../../api/query.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { Form, TextField } from '../../parts/fields.tsx';
import { TableList } from '../../parts/list.tsx';
import { MomentText } from '../../parts/moment.tsx';
import { useMutation } from '../../parts/mutation.ts';
import { useLanguage, useWords } from '../../state/language.ts';
import { peopleWords } from '../../words/people.ts';
import { RoleSelect } from './role-select.tsx';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(peopleWords);
  const language = useLanguage();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleJson>('MEMBER');
  const { error, run } = useMutation();
  return (
    <Dialog title={words.invite} onClose={onClose}>
      <Form onSend={() => run(postInvitation({ email, role, language }), onClose)}>
        <TextField
          label={words.email}
          type="email"
          required
          maxLength={254}
          value={email}
          onText={setEmail}
        />
        <div class="field">
          {words.role}
          <RoleSelect label={words.role} role={role} onRole={setRole} />
          <span class="help">{words[`${role}_help`]}</span>
        </div>
        {error && <ErrorNotice fault={error} />}
        <button type="submit" class="main-action">
          {words.send}
        </button>
      </Form>
    </Dialog>
  );
}

export function InvitationList() {
  const words = useWords(peopleWords);
  const [page, setPage] = useState(1);
  const invitations = useQuery(`invitations ${page}`, (signal) => fetchInvitations(page, signal));
  const { error, run } = useMutation();
  return (
    <section class="stack">
      <h2>{words.invitations}</h2>
      {error && <ErrorNotice fault={error} />}
      <TableList
        of={invitations}
        label={words.invitations}
        none={words.noInvitation}
        page={page}
        onPage={setPage}
        columns={[
          { title: words.email, as: 'name', cell: ({ email }) => email },
          { title: words.role, cell: ({ role }) => words[role] },
          {
            title: words.mail,
            cell: ({ mailStatus, mailError }) => (
              <span class={mailStatus === 'REFUSED' ? 'badge bad' : 'badge'} title={mailError ?? undefined}>
                {words[mailStatus]}
              </span>
            ),
          },
          { title: words.expires, as: 'soft', cell: ({ expiresAt }) => <MomentText at={expiresAt} /> },
          {
            title: words.actions,
            as: 'actions',
            cell: ({ id, email }) => (
              <button
                type="button"
                class="danger"
                aria-label={words.revokeOf(email)}
                onClick={() => run(revokeInvitation(id), invitations.reload)}
              >
                {words.revoke}
              </button>
            ),
          },
        ]}
      />
    </section>
  );
}
