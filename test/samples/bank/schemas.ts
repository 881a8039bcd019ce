import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'

/**
 * Debian's libhbci4j-core-java: schemas of ISO 20022, and of pain.001.001.03 the German banks' edition, which has the limits of
 * the European Payments Council built in.
 */
const archive = '/usr/share/java/hbci4j-core.jar'

const isMissing = !existsSync(archive) || spawnSync('which', ['unzip']).status !== 0
/** Whether tests that validate against schemas are skipped, and what their titles say then. */
export const schemasMissing = isMissing
export const schemasNote = isMissing ? ' (left out: install libhbci4j-core-java and unzip)' : ''

const validators = new Map<string, XsdValidator>()

function validatorOf(message: string): XsdValidator {
  const validator = validators.get(message)
  if (validator) return validator
  const schema = XmlDocument.fromBuffer(execFileSync('unzip', ['-p', archive, `${message}.xsd`]))
  const newValidator = XsdValidator.fromDoc(schema)
  validators.set(message, newValidator)
  return newValidator
}

/** What the schema of a message ('pain.001.001.09') finds wrong with a file; empty when nothing is. */
export function schemaErrors(message: string, xml: string): string[] {
  const document = XmlDocument.fromString(xml)
  try {
    validatorOf(message).validate(document)
    return []
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    return error.details.map((detail) => detail.message)
  } finally {
    document.dispose()
  }
}
