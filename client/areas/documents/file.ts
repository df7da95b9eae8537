import type { EstateDocument } from '../../../contract/documents.ts';

export const openAddress = ({ nama_file }: EstateDocument) => `/assets/documents/${nama_file}`;
export const saveAddress = (document: EstateDocument) => `${openAddress(document)}?download`;

export const fileKind = ({ nama_asli }: EstateDocument) => nama_asli.split('.').at(-1)?.toUpperCase() ?? '';
