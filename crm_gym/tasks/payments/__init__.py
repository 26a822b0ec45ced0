"""The payments tasks: one module for each family, in the order of the release."""

from crm_gym.tasks.payments.basket import basket
from crm_gym.tasks.payments.cancel_one import cancel_one
from crm_gym.tasks.payments.card_in_chat import card_in_chat
from crm_gym.tasks.payments.declined import declined
from crm_gym.tasks.payments.it_hung import it_hung
from crm_gym.tasks.payments.name_check_fails import name_check_fails
from crm_gym.tasks.payments.not_enough_money import not_enough_money
from crm_gym.tasks.payments.over_limit_corrected import over_limit_corrected
from crm_gym.tasks.payments.own_accounts import own_accounts
from crm_gym.tasks.payments.part_refund import part_refund
from crm_gym.tasks.payments.safe_account import safe_account
from crm_gym.tasks.payments.split_in_two import split_in_two
from crm_gym.tasks.payments.the_daughter import the_daughter
from crm_gym.tasks.payments.unknown_charge import unknown_charge
from crm_gym.tasks.payments.which_novak import which_novak

SCENARIOS = (
    own_accounts,
    over_limit_corrected,
    split_in_two,
    not_enough_money,
    which_novak,
    name_check_fails,
    cancel_one,
    basket,
    it_hung,
    declined,
    part_refund,
    unknown_charge,
    safe_account,
    card_in_chat,
    the_daughter,
)
