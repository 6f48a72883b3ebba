-- src/server/database/force-custom-plan.ts

set local plan_cache_mode = force_custom_plan;
