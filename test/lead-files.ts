import { leadFileRoutes } from '#leads/leads/api/lead-files.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { pdf } from '../demo/pdf.ts'
import { plainLead } from './lead-samples.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** Uploads a file for a lead, as staff or as a partner. Returns the upload's id. */
export async function leadUpload(client: Client, isStaff = false, name = 'devis.pdf'): Promise<string> {
  const url = `/api/${isStaff ? 'uploads' : 'own-uploads'}?purpose=lead_file&name=${name}`
  const response = await client.send('POST', url, pdf('Devis'), { 'content-type': 'application/octet-stream' })
  return response.json().id
}

let leads = 0

/** A lead of a partner's with one file. */
export async function leadWithFile(client: Client): Promise<{ readonly id: string; readonly fileId: string }> {
  leads += 1
  const body = { ...plainLead, company: `Dossier ${leads}`, email: `dossier${leads}@client.example` }
  const { id } = await client.call(leadRoutes.addLead, { body })
  const uploadId = await leadUpload(client)
  const { files } = await client.call(leadFileRoutes.addLeadFile, { params: { id }, body: { uploadId } })
  return { id, fileId: files[0]?.id ?? '' }
}

/** A request for each route that changes the files of a lead, by its name. */
export function leadFileRequests(partner: () => Client): Readonly<Record<string, () => Promise<SentRequest>>> {
  return {
    addLeadFile: async () => [
      partner(),
      { params: { id: (await leadWithFile(partner())).id }, body: { uploadId: await leadUpload(partner()) } },
    ],
    removeLeadFile: async () => [partner(), { params: { id: (await leadWithFile(partner())).fileId } }],
  }
}
