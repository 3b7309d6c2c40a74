const MAGIC_BYTES = 4;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4];

/** The size that the header of a zstd frame says its content has (RFC 8878, 3.1.1.1). Undefined where it does not say. */
export function readContentBytes(frame: Uint8Array): number | undefined {
  const descriptor = frame[MAGIC_BYTES] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = MAGIC_BYTES + 1 + (isSingleSegment ? 0 : 1) + (DICTIONARY_ID_BYTES[descriptor & 3] as number);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  switch (descriptor >>> 6) {
    case 0:
      return isSingleSegment ? view.getUint8(at) : undefined;
    case 1:
      return view.getUint16(at, true) + 256;
    case 2:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}
