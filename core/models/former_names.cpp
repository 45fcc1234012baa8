#include "core/models/former_names.h"

namespace ringlet {

const std::vector<FormerName>& formerNames() {
    static const std::vector<FormerName> all = {{"dftl", "default", "elastic-strand"},
                                                {"dftl", "published", "dftl-published"},
                                                {"dftl", "algorithm-2", "dftl-published"},
                                                {"dftl", "mueller-2012", "dftl-published"},
                                                {"dftl", "han-harada-2012", "dftl-published"},
                                                {"dftl", "sanchez-banderas-2015", "dftl-published"}};
    return all;
}

const std::string& modelNow(const std::string& name) {
    static const std::vector<std::string> now = [] {
        std::vector<std::string> names;
        for (const FormerName& former : formerNames()) names.push_back(former.now);
        return names;
    }();
    for (size_t i = 0; i < now.size(); ++i)
        if (name == formerNames()[i].model) return now[i];
    return name;
}

bool isCalled(const std::string& asked, const std::string& model) {
    if (asked == model) return true;
    for (const FormerName& former : formerNames())
        if (asked == former.model && model == former.now) return true;
    return false;
}

const ModelInfo* otherModelOf(const std::string& model, const Params& params) {
    if (params.find("step") == nullptr) return nullptr;
    const std::string step = params.text("step");
    for (const FormerName& former : formerNames())
        if (isCalled(former.model, model) && step == former.step && former.now != model) return findModel(former.now);
    return nullptr;
}

}  // namespace ringlet
