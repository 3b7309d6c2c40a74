import { useFormat } from './format.ts';

/** A relative time, with the exact one as its title. */
export const MomentText = ({ at }: { at: string }) => {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.moment(at)}>
      {format.since(at)}
    </time>
  );
};
