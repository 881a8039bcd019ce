import type { FastifyInstance } from 'fastify'
import { anonymous } from '#access/domain/actor.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { currentLanguage } from '#platform/domain/languages.ts'
import type { Portal } from '#platform/server/portal.ts'
import { m } from '../messages/messages.ts'
import { currentSettings } from './identity-queries.ts'

/** It is the page that another app shares a contact with (leads/pages/web/share-page.tsx). */
export const shareAddress = pagePaths.share

export const manifestAddress = '/manifest.webmanifest'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest (W3C), with the provider's name. */
function buildManifest(providerName: string) {
  return {
    id: pagePaths.home,
    name: providerName || 'Passerelle',
    short_name: providerName || 'Passerelle',
    description: m.appDescription(),
    lang: currentLanguage(),
    start_url: pagePaths.home,
    scope: '/',
    display: 'standalone',
    background_color: '#faf9f6',
    theme_color: '#faf9f6',
    icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
    share_target: {
      action: shareAddress,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'contact', accept: ['text/vcard', 'text/x-vcard', 'text/directory', '.vcf'] }],
      },
    },
  }
}

/** What an installed portal asks for beside pages and API. */
export function registerWebApp(app: FastifyInstance, { database }: Pick<Portal, 'database'>): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: manifestAddress,
    handler: async (_, reply) => {
      const { providerName } = await database.asActor(anonymous, currentSettings)
      return reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(JSON.stringify(buildManifest(providerName)))
    },
  })
  // The service worker takes what is shared. Without it nothing is read here: the form says that it has to be shared again.
  app.route({
    method: 'POST',
    url: shareAddress,
    onRequest: async (_, reply) => reply.code(303).header('location', shareAddress).send(),
    handler: () => undefined,
  })
}
