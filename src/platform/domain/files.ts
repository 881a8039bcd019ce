/** File types detected by content, with the media type each is served as. */
export const fileKinds = {
  pdf: { mime: 'application/pdf', extension: 'pdf' },
  doc: { mime: 'application/msword', extension: 'doc' },
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extension: 'docx' },
  xls: { mime: 'application/vnd.ms-excel', extension: 'xls' },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  ppt: { mime: 'application/vnd.ms-powerpoint', extension: 'ppt' },
  pptx: { mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', extension: 'pptx' },
  jpeg: { mime: 'image/jpeg', extension: 'jpg' },
  png: { mime: 'image/png', extension: 'png' },
  gif: { mime: 'image/gif', extension: 'gif' },
  webp: { mime: 'image/webp', extension: 'webp' },
  xml: { mime: 'application/xml', extension: 'xml' },
  csv: { mime: 'text/csv; charset=utf-8', extension: 'csv' },
} as const
export type FileKind = keyof typeof fileKinds
