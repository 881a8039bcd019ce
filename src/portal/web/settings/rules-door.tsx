import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { OlderTexts } from '#contracts/templates/web/older-texts.tsx'
import RulesDrawer from '#money/rules/web/rules-drawer.tsx'

/** The commission rules, and which texts of contracts say in their own words what was paid before. */
export default function RulesDoor({ onClose }: AccountDialogProps) {
  return <RulesDrawer above={<OlderTexts />} onClose={onClose} />
}
