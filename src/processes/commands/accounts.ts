import {
  type Account,
  createAccount,
  createApiKey,
  findAccount,
  type KeyRow,
  listAccounts,
  listApiKeys,
  revokeApiKey,
} from '../../accounts/accounts.ts';
import { addCredits, disableCredits, findCredits } from '../../accounts/credits.ts';
import { KEY_SCOPES, type KeyScope } from '../../accounts/key-scopes.ts';
import { recordCommand } from '../../audit/audit-log.ts';
import type { OpenDatabase } from '../../db/pool.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { confirm, JSON_OPTION, print, printRow, YES_OPTION } from '../output.ts';
import { withDatabase } from '../with-database.ts';

const MAX_NAME_CHARS = 200;
const STATES: Readonly<Record<KeyScope, string>> = {
  READ: 'live, read only',
  ALERTS: 'live, alerts only',
  FULL: 'live',
};

async function findAccountByName(db: OpenDatabase, name: string): Promise<Account> {
  const account = await findAccount(db, name);
  if (account === undefined) {
    throw new CommandError(
      `there is no account called "${name}"; create it with: gable account create "${name}"`,
    );
  }
  return account;
}

function accountOption({ options }: CommandInput): string {
  const name = options['account'];
  if (typeof name !== 'string') throw usageError('--account NAME is missing');
  return name;
}

function validateName(name: string, what: string): string {
  const plain = name.trim();
  if (plain === '' || plain.length > MAX_NAME_CHARS || /\p{Cc}/u.test(plain)) {
    throw usageError(
      `the name of ${what} must have 1 to ${MAX_NAME_CHARS} characters, without control characters`,
    );
  }
  return plain;
}

function expiryOption({ options }: CommandInput): Date | undefined {
  const text = options['expires'];
  if (typeof text !== 'string') return undefined;
  const expiresAt = new Date(text);
  if (Number.isNaN(expiresAt.getTime()) || expiresAt <= systemClock.now())
    throw usageError('--expires takes a date or a moment after now, such as 2027-01-31');
  return expiresAt;
}

const scopeNames = KEY_SCOPES.map((scope) => scope.toLowerCase());

/** `--read-only` is short for `--scope read`. */
function scopeOption({ options }: CommandInput): KeyScope {
  const named = options['scope'] ?? (options['read-only'] === true ? 'read' : 'full');
  const scope = KEY_SCOPES.find((one) => one.toLowerCase() === named);
  if (scope === undefined) throw usageError(`--scope takes one of ${scopeNames.join(', ')}`);
  if (options['read-only'] === true && scope !== 'READ')
    throw usageError('--read-only is short for --scope read');
  if (options['operator'] === true && scope === 'ALERTS')
    throw usageError('a key with --operator has the scope read or full');
  return scope;
}

function keyState({ revokedAt, expiresAt, scope }: KeyRow, now: Date): string {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return STATES[scope];
}

function createKey(given: CommandInput): Promise<void> {
  const accountName = accountOption(given);
  const name = validateName(String(given.options['name'] ?? 'command line'), 'a key');
  const expiresAt = expiryOption(given);
  const scope = scopeOption(given);
  return withDatabase(given.settings, async (db) => {
    const { accountId } = await findAccountByName(db, accountName);
    const { key, row } = await createApiKey(db, systemClock, {
      accountId,
      name,
      operator: given.options['operator'] === true,
      scope,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    const action = { action: 'key create', target: `${row.apiKeyId} (${name}), scope ${scope}` };
    await recordCommand(db, systemClock, accountId, action);
    print(key);
  });
}

export const accountCommands: Command[] = [
  {
    words: 'account create',
    usage: 'NAME',
    summary: 'create an account',
    help: ['Prints the id of the account. Names are unique.'],
    positionals: ['NAME'],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const name = validateName(given.positionals[0] ?? '', 'an account');
        const account = await createAccount(db, systemClock, name);
        if (account === undefined) throw new CommandError(`an account called "${name}" exists already`);
        print(account.accountId);
      }),
  },
  {
    words: 'account list',
    usage: '[--json]',
    summary: 'list the accounts',
    help: ['Columns: id, time of creation, name.'],
    options: JSON_OPTION,
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        for await (const account of listAccounts(db)) {
          const { accountId, createdAt, name } = account;
          printRow(given, account, [accountId, createdAt.toISOString(), name]);
        }
      }),
  },
  {
    words: 'account credits',
    usage: 'NAME [--add COUNT] [--stop]',
    summary: 'show or change the credits of an account',
    help: [
      'Prints the remaining credits, or "not billed in credits".',
      '--add adds credits (a negative count removes some) and bills the account in credits; --stop ends that.',
    ],
    options: { add: { type: 'string' }, stop: { type: 'boolean' } },
    positionals: ['NAME'],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const { accountId } = await findAccountByName(db, given.positionals[0] ?? '');
        const { add, stop } = given.options;
        if (typeof add === 'string') {
          if (!/^-?\d{1,12}$/.test(add)) throw usageError('--add takes a whole number');
          await addCredits(db, accountId, Number(add));
        }
        if (stop === true) await disableCredits(db, accountId);
        const target = [typeof add === 'string' ? `--add ${add}` : '', stop === true ? '--stop' : '']
          .join(' ')
          .trim();
        if (target !== '')
          await recordCommand(db, systemClock, accountId, { action: 'account credits', target });
        print(String((await findCredits(db, accountId)) ?? 'not billed in credits'));
      }),
  },
  {
    words: 'key create',
    usage: '--account NAME [--name NAME] [--scope read|alerts|full] [--operator] [--expires DATE]',
    summary: 'create an API key, printed once',
    help: [
      'Prints only the key to standard output, for scripts. It cannot be shown again.',
      '--scope read lets it change nothing; alerts lets it change alerts, destinations and favorites only.',
      '--read-only is short for --scope read. --operator lets the key call the operator routes.',
      '--expires 2027-01-31 refuses it from then on.',
    ],
    options: {
      account: { type: 'string' },
      name: { type: 'string' },
      operator: { type: 'boolean' },
      scope: { type: 'string' },
      'read-only': { type: 'boolean' },
      expires: { type: 'string' },
    },
    run: createKey,
  },
  {
    words: 'key list',
    usage: '--account NAME [--json]',
    summary: "list an account's keys",
    help: ['Columns: id, last four characters, time of creation, last use, state, name.'],
    options: { account: { type: 'string' }, ...JSON_OPTION },
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const account = await findAccountByName(db, accountOption(given));
        for (const key of await listApiKeys(db, account.accountId)) {
          const used = key.lastUsedAt?.toISOString() ?? 'never used';
          const state = keyState(key, systemClock.now());
          const cells = [key.apiKeyId, `…${key.hint}`, key.createdAt.toISOString(), used, state, key.name];
          printRow(given, key, cells);
        }
      }),
  },
  {
    words: 'key revoke',
    usage: 'KEY --account NAME [--yes]',
    summary: 'revoke an API key',
    help: [
      'KEY is the id of the key, or its name when only one live key of the account has it.',
      'Running processes refuse the key within a second. Revoking twice changes nothing.',
    ],
    options: { account: { type: 'string' }, ...YES_OPTION },
    positionals: ['KEY'],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const account = await findAccountByName(db, accountOption(given));
        const named = given.positionals[0] ?? '';
        await confirm(given, `Revoke the key "${named}" of "${account.name}"?`);
        const revocation = await revokeApiKey(db, systemClock, account, named);
        if (revocation.outcome === 'unknown')
          throw new CommandError(`"${account.name}" has no key "${named}"`);
        if (revocation.outcome === 'ambiguous') {
          throw new CommandError(
            `"${account.name}" has several keys called "${named}"; give the id (gable key list)`,
          );
        }
        const action = {
          action: 'key revoke',
          target: `${revocation.key.apiKeyId} (${revocation.key.name})`,
        };
        await recordCommand(db, systemClock, account.accountId, action);
        print(`revoked ${revocation.key.apiKeyId} (${revocation.key.name})`);
      }),
  },
];
