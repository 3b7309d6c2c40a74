import { findAccount } from '../../accounts/accounts.ts';
import type { OpenDatabase } from '../../db/pool.ts';
import {
  type DestinationRow,
  listDestinations,
  reactivateDestination,
} from '../../delivery/destinations/destinations.ts';
import { reencryptSigningKeys, rotateSigningKey } from '../../delivery/keys/signing-keys.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { addMasterKey, openKeyring } from '../master-keys.ts';
import { confirm, JSON_OPTION, print, printRow, YES_OPTION } from '../output.ts';
import { withDatabase } from '../with-database.ts';

const options = { account: { type: 'string' } } as const;

async function requireAccount(db: OpenDatabase, { options: given }: CommandInput): Promise<string> {
  const name = given['account'];
  if (typeof name !== 'string') throw usageError('--account NAME is missing');
  const account = await findAccount(db, name);
  if (account === undefined) throw new CommandError(`there is no account called "${name}"`);
  return account.accountId;
}

async function* allDestinations(db: OpenDatabase, accountId: string): AsyncGenerator<DestinationRow> {
  for (let page = 1; ; page++) {
    const { rows } = await listDestinations(db, accountId, page);
    if (rows.length === 0) return;
    yield* rows;
  }
}

const REACTIVATION_REFUSALS = {
  'active-already': 'it is active already',
  unknown: 'there is no such destination in this account',
  unconfirmed: 'its owner has not confirmed the mailbox',
  unsubscribed: 'its owner asked for no more mails',
};

export const deliveryCommands: Command[] = [
  {
    words: 'destination list',
    usage: '--account NAME [--json]',
    summary: "list an account's destinations",
    help: ['Columns: id, state, consecutive failures, default or -, URL or email.'],
    options: { ...options, ...JSON_OPTION },
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        for await (const one of allDestinations(db, await requireAccount(db, given))) {
          const role = one.isDefault ? 'default' : '-';
          printRow(given, one, [one.id, one.status, one.failures, role, one.url ?? one.email]);
        }
      }),
  },
  {
    words: 'destination reactivate',
    usage: 'ID --account NAME',
    summary: 'reactivate a suspended destination without waiting for its next probe',
    help: ['Its suspended notifications are sent again, slowly at first.'],
    options,
    positionals: ['ID'],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const id = given.positionals[0] ?? '';
        if (!/^[0-9a-f-]{36}$/i.test(id))
          throw usageError('ID is the first column of gable destination list');
        const outcome = await reactivateDestination(db, systemClock, await requireAccount(db, given), id);
        if (outcome !== 'reactivated')
          throw new CommandError(`not reactivated: ${REACTIVATION_REFUSALS[outcome]}`);
        print(`reactivated ${id}`);
      }),
  },
  {
    words: 'signing-key rotate',
    usage: '--account NAME [--yes]',
    summary: "replace an account's webhook signing key, printed once",
    help: ['From then on every webhook is signed with the new key, retries and replays included.'],
    options: { ...options, ...YES_OPTION },
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const keyring = await openKeyring(given.settings);
        const accountId = await requireAccount(db, given);
        await confirm(given, 'Replace the signing key? Receivers that check signatures need the new one.');
        print((await rotateSigningKey(db, keyring, accountId, systemClock.now())).key);
      }),
  },
  {
    words: 'master-key renew',
    usage: '',
    summary: 'encrypt every signing key with a new master key',
    help: [
      'With the embedded database a new key becomes the first of DATA_DIR/master-keys; restart running processes.',
      'With MASTER_KEYS: add the new key as the last one and restart all processes, move it to the front and restart',
      'all, run this command, then remove the old key.',
    ],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const keyring = await addMasterKey(given.settings);
        const count = await reencryptSigningKeys(db, keyring);
        print(`${count} signing keys encrypted with master key ${keyring.version}`);
      }),
  },
];
