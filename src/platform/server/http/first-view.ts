import type { PageHeading } from '#platform/api/page-headings.ts'
import { pageHeadings } from '#platform/api/page-headings.ts'
import type { Reader } from './session.ts'

/**
 * Measures of the shell (portal/web/shell/shell.module.css) and of a page's head (platform/web/ui/page-header.module.css), which
 * the pages' own styles bring too late. A browser test compares both.
 */
const styles = `
.first-view{display:flex;min-height:100dvh;font:1rem/1.55 'Inter Variable',system-ui,sans-serif}
.first-menu{flex:none;box-sizing:border-box;width:16rem;border-right:1px solid var(--line);background:var(--surface)}
.first-column{flex:1;min-width:0}
.first-banner{box-sizing:border-box;height:37px;background:var(--known-wash)}
.first-top{box-sizing:border-box;height:64px;border-bottom:1px solid var(--line);background:var(--surface)}
.first-content{box-sizing:border-box;max-width:1680px;margin:0 auto;padding:28px}
.first-title{font:500 40px/1.1 Newsreader,Georgia,serif}
.first-subtitle{margin-top:4px;color:var(--ink-soft)}
[data-menu=true] .first-menu{width:5rem}
@media (width<69em){:root:not([data-menu=false]) .first-menu{width:5rem}.first-content{padding:24px 20px}}
@media (width<48em){.first-menu{display:none}.first-top{height:77px}.first-content{padding:20px 16px}.first-title{font-size:28px}}
`.replaceAll('\n', '')

/**
 * What is seen of a page of the dashboard until its scripts have run: the shell's areas and the page's heading. Null for pages
 * without one; they show the mark of the way up.
 */
export function firstView(path: string, nonce: string, reader: Reader | null): string | null {
  const heading = reader && headingAt(path, reader)
  if (!heading) return null
  const banner = reader.role === 'admin' ? '<div class="first-banner"></div>' : ''
  return (
    `<style nonce="${nonce}">${styles}</style><div class="first-view" role="status" aria-label="Chargement">` +
    `<div class="first-menu"></div><div class="first-column">${banner}<div class="first-top"></div>` +
    `<div class="first-content" aria-hidden="true" lang="en">` +
    `<div class="first-title">${heading.title}</div><div class="first-subtitle">${heading.subtitle}…</div></div></div></div>`
  )
}

function headingAt(path: string, { role, contractSigned }: Reader): PageHeading | null {
  if (path === '/dashboard') return role === 'admin' ? pageHeadings.adminOverview : pageHeadings.partnerOverview
  if (role === 'admin') return path === '/dashboard/admin-leads' ? pageHeadings.allLeads : null
  return path === '/dashboard/leads' && contractSigned ? pageHeadings.leads : null
}
