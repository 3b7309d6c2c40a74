import type { RoleJson } from '../../api/generated/console.ts';
import { useWords } from '../../state/language.ts';
import { peopleWords } from '../../words/people.ts';

const ROLES: readonly RoleJson[] = ['OWNER', 'MEMBER', 'READ_ONLY'];

interface RoleSelectProps {
  label: string;
  role: RoleJson;
  onRole: (role: RoleJson) => void;
}

export function RoleSelect({ label, role, onRole }: RoleSelectProps) {
  const words = useWords(peopleWords);
  return (
    <select
      aria-label={label}
      value={role}
      title={words[`${role}_help`]}
      onChange={(event) => onRole(event.currentTarget.value as RoleJson)}
    >
      {ROLES.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </select>
  );
}
