import { useFormat } from './format.ts';

/** How long ago, with the exact moment behind it. */
export const MomentText = ({ at }: { at: string }) => {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.moment(at)}>
      {format.since(at)}
    </time>
  );
};
