import { bilingual } from '../state/bilingual.ts';

export const peopleWords = bilingual({
  title: ['People', 'Personnes'],
  lead: [
    (account: string) => `Who may use the account ${account}, and what they may do.`,
    (account: string) => `Qui peut utiliser le compte ${account}, et ce que chacun peut y faire.`,
  ],
  person: ['Person', 'Personne'],
  nobody: ['Without a name', 'Sans nom'],
  role: ['Role', 'Rôle'],
  OWNER: ['Owner', 'Propriétaire'],
  MEMBER: ['Member', 'Membre'],
  READ_ONLY: ['Read only', 'Lecture seule'],
  OWNER_help: ['May do everything, people included.', 'Peut tout faire, y compris gérer les personnes.'],
  MEMBER_help: [
    'May do everything but manage people, the audit log and the signing key.',
    'Peut tout faire, sauf gérer les personnes, le journal et la clé de signature.',
  ],
  READ_ONLY_help: ['Sees everything and changes nothing.', 'Voit tout et ne change rien.'],
  roleOf: [(name: string) => `Role of ${name}`, (name: string) => `Rôle de ${name}`],
  since: ['Since', 'Depuis'],
  lastSignedIn: ['Last sign-in', 'Dernière connexion'],
  actions: ['Actions', 'Actions'],
  you: ['You', 'Vous'],
  remove: ['Remove', 'Retirer'],
  removeText: [
    (name: string, keys: number) =>
      `${name} loses access at once. ${keys === 0 ? 'They have created no key.' : `${keys === 1 ? 'A key' : `${keys} keys`} that they created stop working too.`}`,
    (name: string, keys: number) =>
      `${name} perd aussitôt l’accès. ${keys === 0 ? 'Aucune clé créée par cette personne.' : `${keys === 1 ? 'Une clé créée' : `${keys} clés créées`} par cette personne cessent aussi de fonctionner.`}`,
  ],
  leave: ['Leave the account', 'Quitter le compte'],
  leaveText: [
    'You lose access at once, and keys that you created stop working. An owner may invite you again.',
    'Vous perdez aussitôt l’accès, et les clés que vous avez créées cessent de fonctionner. Un propriétaire peut vous réinviter.',
  ],
  none: ['Nobody', 'Personne'],
  invite: ['Invite a person', 'Inviter une personne'],
  email: ['Email', 'E-mail'],
  send: ['Send the invitation', 'Envoyer l’invitation'],
  invitations: ['Open invitations', 'Invitations en attente'],
  noInvitation: ['No open invitation', 'Aucune invitation en attente'],
  expires: ['Expires', 'Expire'],
  mail: ['Mail', 'Message'],
  WAITING: ['Waiting', 'En attente'],
  SENT: ['Sent', 'Envoyé'],
  REFUSED: ['Refused', 'Refusé'],
  revoke: ['Revoke', 'Révoquer'],
  revokeOf: [(email: string) => `Revoke ${email}`, (email: string) => `Révoquer ${email}`],
  accounts: ['Your accounts', 'Vos comptes'],
  accountName: ['Account', 'Compte'],
  findAccount: ['Find an account', 'Chercher un compte'],
  noAccount: ['No account', 'Aucun compte'],
  enter: ['Enter', 'Entrer'],
  enterOf: [(name: string) => `Enter ${name}`, (name: string) => `Entrer dans ${name}`],
  current: ['This one', 'Celui-ci'],
  notMember: ['Not a member', 'Pas membre'],
});

export const invitationWords = bilingual({
  title: ['Invitation', 'Invitation'],
  text: [
    (inviter: string | null, account: string) =>
      `${inviter ?? 'An owner'} invites you to the account ${account}.`,
    (inviter: string | null, account: string) =>
      `${inviter ?? 'Un propriétaire'} vous invite à rejoindre le compte ${account}.`,
  ],
  as: [(who: string) => `You accept as ${who}.`, (who: string) => `Vous acceptez en tant que ${who}.`],
  accept: ['Accept', 'Accepter'],
  over: [
    'This invitation does not work any more: it was accepted or revoked, or has expired. Ask for another.',
    'Cette invitation ne fonctionne plus : elle a été acceptée, révoquée, ou a expiré. Demandez-en une autre.',
  ],
});
