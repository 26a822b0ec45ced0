"""English cues of what an agent wants to be told."""

REQUEST_CUES = {
    "need": """
        i am going to need/require/want the/your/a/to, we are going to need/require/want the/your/a/to,
        i/we will be needing/requiring the/your/a,
        begin/start with your/the/a, to ask what/which/why/how/who/when/you/for, i will want, i would want, i do want,
        i wanted to ask, i wanted to know, i want to know, i want to ask, i meant to ask, what i want is,
        we want to know, i must/should/still/first/also/really/kindly/then/now/just need/require/ask, i am lacking,
        we are missing, we lack, i lack, i am waiting for your, i await your, we await your, i am short of,
        i am still missing, i would require, we would require, i shall need, we shall need, i shall require,
        we shall require, i will require, we will require,
        have/need/like/love/want/got/obliged/required/important to know/record/note/register/ask/learn/obtain the/
        your/which/what/how/who/when/why/whether, i do need, i need you, got to know, have got to ask,
        wondering what/which/how/who/when/why/where, i would be interested in, need from you is/are, only need,
        just require, just want, all we need, need to give, you need to provide, you must provide,
        you have to provide, you have to give, you have to tell, missing is/are, what is missing, i need, i will need,
        i would need, i will also need, i also need, we need, we will need, we would need, i require, we require,
        i am missing, i still need, we still need, all i need, i just need, we take, i would like to know,
        i would just like to hear, i would like to hear, i must have, we must ask you, we would ask you, we ask you,
        we kindly ask, i have to ask, i need to know, is required, are required, needed, i would ask you, i need know,
        you need to tell, i would love to know, i am after, i only need, will do instead, is missing, i have to know,
        i must ask, what i need, we request you, i have to have, i could use, enough to go on, are enough,
        enquire/inquire as/about/after/into, must/to enquire/inquire
    """,
    "ask": """
        try the/your .. again, try the/your .. once more, give the/your .. another try/go,
        mind trying/sending/giving/typing/telling/reading/sharing/repeating/entering/saying/confirming/spelling/
        looking/ checking/naming/pasting/copying/writing, care to tell/give/share/explain/elaborate,
        drop that/it/them,
        | [please/and/then/now/just/simply/so/or/also/kindly] copy/paste/enter/type/share/provide/state/pick/choose/
        name/give/tell/write/read/describe/specify/indicate/quote/forward/mention/list/explain/upload/attach/supply/
        add the/your/me/it/us/what/which/that/his/her/their/any, | what is/are/was the/your, | how much, | who is,
        spell out, | [please] verify/confirm your, please try again, | [and] try again, try once more, try it again,
        have another go, check .. and try,
        please tell/give/send/share/provide/state/enter/confirm/type/paste/copy/describe/name/say/specify/indicate/
        supply/list/choose/pick/select/quote/read/write/attach/put/explain/include/add/let/use/mention/note/fill/do/
        reply/respond/forward/submit/key/drop/pop/look/advise/leave/identify,
        please also tell/give/send/share/provide/state/enter/include,
        kindly tell/give/send/share/provide/state/enter/reproduce/type/describe/name/specify/indicate/supply/quote/
        furnish/let/advise, tell me, tell us, give me, give us, send me, send us,
        let me know the/your/which/what/how/who/when/where/why/whether, let us know, could you copy, can you,
        could you, would you mind, just type in, just give, just send, just tell, just need, share your, pass me,
        write me, | the one/account/card/person you, drop me, pop your, pop the, read me, read out the, pick one,
        type in, type it, paste what, paste the, paste it, provide your/the/me, enter your/the, let me have,
        i am listening, state your/the, leave a number, set out everything, please be so good, state what,
        | [and/then/so/simply/just/also] send the/your/me/us/over, simply send, simply give, simply tell,
        you write me, start with your, walk me through, talk me through, run me through, fill me in, specify,
        say how much, say which, indicate the, just say which, go ahead and tell/give/send/share, remind me, show me,
        quote the, describe,
        given/sent/passed/pasted/told to me/us
    """,
    "have you": """
        is there a/an, are there any, any chance of, could/can/may/might i/we take/note/get/grab/see/borrow/trouble,
        can you recall, do you recall, do you have, do you know, do you happen to have, do you remember,
        do you recall, have you got, can i have, can i get, could i have, may i have, could i get, may i ask,
        can i ask, may i know, might i have, could you, can you, would you, what is, what are, what was, what were,
        and your, and the, plus, mind telling, mind giving, mind sharing, care to, able to
    """,
    "do not ask": """
        do not send, never send, do not share, never share, never give, do not type, never type, do not give,
        never ask, not ask, do not post, never tell, do not tell, no need, do not need, not need, do not enter,
        never enter, do not have to, stop there, never phone, never call, refrain from,
        avoid sharing/sending/typing, without sharing, rather than sending, do not paste, never paste,
        not to send/share/give/type, keep .. to yourself, keep .. private, not required, not necessary,
        choose/tap/select/press/click/pick/use forgotten/forgot/change/reset password, open the link, link in the email,
        leave the/your/a .. upside/for/open/on/off/in/at/overnight/alone/unplugged/plugged/running/until,
        choose/pick/set/create/invent a/an/your [new/strong/fresh/different/good/long/better] password/passwords/pin,
        choose/pick/set/create/enter/type/use [in] a/the/your new password/pin, set your new, think of a,
        know how it/that/this/things goes/go/went/works/worked/turns, know how you get/got/fare/are,
        know whether/if it/that/this works/helps/worked/helped, leave it/them/this/that upside/for/open/on/off/in/to/
        unplugged/plugged/alone/overnight/there/until/as/under/near/standing/running/charging/at, put it/them back/down,
        take it/them out/off, write/come/get/call/turn back to us/me, write/come/turn to us [again/then], write to us,
        enter/type the new name, new name and, give it/them/that up/about/at/time/some/another/#,
        give it/them/that a try/go/moment/minute/few/rest/restart
    """,
    "purpose": """
        so that, so i, so we, in order to, because, which we, that i can, and then i, then i will, and i will,
        to find you, to verify you,
        just so, so the
    """,
    "details": """
        what is the story, what is this/it regarding/concerning, is this regarding/concerning,
        something i/we can help/do/assist/sort, something you need help, which way |, makes you say, made you say,
        the whole thing/lot, made you think/suspect/believe/feel/worry, what is it about, what .. it about,
        gone wrong, went wrong, what was it you, what did you want, what do you want |, what are you after,
        what .. about |, everything that happened, everything about it,
        state your request/issue/concern/business/problem/question/matter/case, what .. i/we do for you,
        how/what .. i/we .. help/assist/serve/support, what is up, your request |, the nature of your,
        your problem/issue/concern/request/question/situation/enquiry/query/story/matter, what you noticed/saw,
        what .. you need, what brings/brought/leads/led you, what happened/occurred, what it is about,
        what this is about, what you would like to do, what you want to do, your side of the story, what can we look,
        more information, further details, further information, additional details, some context, what .. going on,
        elaborate, what you are contacting, why you are contacting, why you are calling, reason for contacting,
        reason for your, describe how, what have you, as much detail, what you remember,
        what .. would you like .. do |, what seems to, what did they, what did he, what did she, tell me .. how it,
        how can i help, how may i help, how can i assist, how may i assist, what can i do for you, how can we help,
        what is on your mind, what happened, what exactly happened, what has happened, tell me more,
        tell me a little/bit more, tell me a little/bit about, tell me everything, tell me all, tell me whatever,
        from the start, from the beginning, in your own words, what did you notice, what is the trouble,
        what is the problem, what is the matter, what is the issue, what seems to be, what is going on,
        everything you have, i am listening, what brings you, describe the call, describe the, describe what,
        what went wrong, tell me what happened/went/you, tell me about, more about, more details, some details,
        a few details, any details, what can i help, how could i help, what do you need |,
        what do you need help/today/me/us, walk me through, talk me through, run me through, fill me in,
        the whole story, the full story, what is up, what would you like to do, what would you like help,
        what is this about, what is it about, how can i be of, how may i be of, set out everything, can you elaborate,
        please elaborate, explain what, explain the situation, what can we do, little more, bit more about,
        please explain, what took place, what did you see, what are you seeing, what would you like us to do,
        how do you want me to help, what should i know, anything you remember, what do you want me to look at,
        tell us more, what would you like to know, what do you want to know, what would you like me to,
        what should i look, what can i look, what do you need to know, what are you looking for,
        where would you like to start, what is the reason for your call, how may we assist, what else happened,
        explain your, give me some background, say more, in detail, what is your question, what is your concern,
        tell us what, was something else, give me the details, what is troubling, what is bothering, what is wrong |,
        what is wrong today
    """,
    "need behind": """
        will do instead, is enough, are enough, is all i need, are all i need, is missing, are missing, will do,
        would do, is needed, are needed, is required, are required, would help, will be enough,
        is all that is missing/needed, are all that is missing/needed, is all that remains, is the last thing,
        is the only thing, will suffice, suffice, suffices, is necessary, are necessary, is mandatory, will be needed,
        will be required, needed before, required before, be needed, is called for, is still missing, is still needed,
        would be useful, would be helpful, is what i need, are what i need, remains to be given, is lacking,
        are lacking, must be given, must be provided, needs to be given
    """,
    "polite": """
        please, kindly
    """,
    "comfort": """
        we will go through this/it, we will get through, we will sort this/it/that out together, we will get there,
        i will tell the team, i will let the team know
    """,
    "welcome": """
        even better, all the better, so much the better, that helps, that would help, that is a help
    """,
    "polite if": """
        if you would be |, if you would be so kind, if you would |, if you do not mind, if you would not mind,
        if you please, if i may, if possible, if you have it/them, if you could, if you will, if you know it,
        if you have one, if you can
    """,
    "invite": """
        fire away, | go ahead |, | please go ahead |, | [yes] go ahead |, i am listening, i am all ears, all ears,
        | shoot |, the floor is yours, talk to me, carry on |, | go on |, | do tell |, | tell away |,
        i am here to listen, we are listening, what can i/we do for you, | yes how |, off you go
    """,
    "once known": """
        once/when/if/after i have/know/get/receive, as soon as i have/know/get/receive, once/when we have/know/get,
        as soon as we have/know/get, once you have given/told/sent/provided/shared/entered/typed,
        if you give/send/tell, if i ask/take/note/get, if we ask/take/note, once you give/send/tell,
        as soon as you give/send/tell, if you would give/send/tell/share/provide/let,
        if you could give/send/tell/share/provide/let/add/enter/type/name/state/supply/indicate/confirm/read/repeat,
        is known to you, are known to you
    """,
    "asks others": """
        asks itself, asked you, asks you, asks me, asked itself, asks every, they ask, people ask, he asked you,
        she asked you, kept asking
    """,
    "who are you": """
        speaking with, speaking to, that is you, is that you, are you the
    """,
}
"""Per cue a list of phrases; TEAM and DECIDER stand for words of `crm_gym.text.cues`."""
