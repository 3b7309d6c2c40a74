import type { RoleJson } from '../../api/generated/console.ts';
import { Select } from '../../parts/fields.tsx';
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
    <Select
      label={label}
      value={role}
      title={words[`${role}_help`]}
      onChoose={onRole}
      options={ROLES.map((one) => [one, words[one]] as const)}
    />
  );
}
