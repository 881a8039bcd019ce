import { apiKeyRoutes } from '#accounts/api-keys/api.ts'
import { newsRoutes } from '#communication/notifications/api/news.ts'
import { templateRoutes } from '#contracts/templates/api.ts'
import { fieldRoutes } from '#leads/fields/api/fields.ts'
import { offerRoutes } from '#leads/offers/api/offers.ts'
import { stageRoutes } from '#leads/stages/api/stages.ts'
import { accountingRoutes } from '#money/accounting/api/accounting.ts'
import { yearRoutes } from '#money/accounting/api/year.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { webhookRoutes } from '#operations/webhooks/api/webhooks.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { answerLeast } from './api.ts'

/** What the cards of the settings read, of a portal in which nothing was set. */
export function answerSettings(): void {
  answerLeast(
    programmeRoutes.getProgramme,
    yearRoutes.getYearSettings,
    accountingRoutes.getAccounting,
    newsRoutes.getNewsSettings,
  )
  answerLeast(stageRoutes.listStages, fieldRoutes.listFields, ruleRoutes.listRules)
  answerLeast(webhookRoutes.listWebhooks, apiKeyRoutes.listApiKeys)
  answerLeast(tierRoutes.listTiers, offerRoutes.listOffers, templateRoutes.listTemplates, templateRoutes.getAutomaticAmendment)
}
