import type { serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import type { ValueOf } from '../catalogue/vocabulary.ts';
import type { ByteSpan } from '../imports/block-text.ts';
import type { OrderedDigest } from '../lib/ids.ts';

export type SaleSource = ValueOf<typeof serviceVocabularies.transactionSource>;
export type SaleNature = ValueOf<typeof serviceVocabularies.transactionNature>;

/** The columns of a source's file, by which its stored rows are parsed again. */
export interface SourceLayout {
  readonly id: number;
  readonly format: string;
  readonly separator: string;
  readonly columns: readonly string[];
}

/** One closed sale as an importer parsed it. Positions are millionths of a degree. */
export interface SaleRow {
  /** The digest its id is built from. */
  readonly digest: string | OrderedDigest;
  readonly source: SaleSource;
  readonly dateMutation: string;
  readonly nature: SaleNature;
  readonly propertyType: string;
  readonly priceCents: number | undefined;
  readonly livingArea: number | undefined;
  readonly landArea: number | undefined;
  readonly rooms: number | undefined;
  readonly cityCode: string;
  readonly longitude: number | undefined;
  readonly latitude: number | undefined;
  readonly streetNumber: string | undefined;
  readonly streetName: string | undefined;
  readonly parcel: string | undefined;
  /** As it is stored: see `saleColumns`. */
  readonly externalRef: string;
  /** A letter for each thing sold, the principal ones first: H house, F flat, D outbuilding, C premises, L land. */
  readonly lots: string;
  readonly constructionEra: string | undefined;
  readonly elevator: boolean | undefined;
  readonly balcony: boolean | undefined;
  readonly cellar: boolean | undefined;
  readonly layout: SourceLayout;
  /** See `SourceRows`: valid until the next sale is read. */
  readonly sourceRows: ByteSpan;
  /** Whether other rows of the same sale may be earlier in the same file. */
  readonly continued?: ContinuedSale;
}

export interface ContinuedSale {
  /**
   * The sale of the stored rows and these together; undefined where the stored rows belong to another sale. Its rows
   * are valid until the next call.
   */
  merge(storedRows: string): SaleRow | undefined;
}
