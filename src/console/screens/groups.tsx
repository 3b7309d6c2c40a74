import { useWords } from '../app/language.ts';
import { Empty } from '../parts/feedback.tsx';
import { Screen } from '../parts/screen.tsx';
import { operatorWords } from '../words/operator.ts';

export function Groups() {
  const words = useWords(operatorWords);
  return (
    <Screen title={words.groups} lead={words.groupsLead}>
      <Empty title={words.missing} />
    </Screen>
  );
}
